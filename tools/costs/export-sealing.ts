// What the evidence of one export consumes: it asks for a sealing of its tenant until the log covers the period,
// and signs its manifest.
import { SEALING } from './sealing.ts';
import type { PriceName } from './prices.ts';

export const EXPORT_SEALING = {
  /** The sealing, the question whether it covers the period, and what to do next. */
  transitionsPerRound: 3n,
  invocationsPerRound: 2n,
  /** The wait before the next round. */
  transitionsPerPause: 1n,
  /** The state of the log. */
  readUnitsPerRound: 1n,
  /** Each of the two functions reads the public key once, when it starts. */
  keyRequests: 2n,
  /** That of the manifest; one more for the checkpoint of the sealing. */
  signatures: 1n,
  objectWrites: 1n,
  /** The export waits about three minutes, five seconds for each round. */
  roundsMax: 36n,
} as const;

const EXPORT_PRICES = [
  'writeUnits',
  'readUnits',
  'invocations',
  'megabyteMs',
  'transitions',
  'objectWrites',
  'signatures',
  'keyRequests',
] as const satisfies readonly PriceName[];

export type ExportSealingQuantities = Readonly<Record<(typeof EXPORT_PRICES)[number], bigint>>;

/** The quantities of an export that asks so many times; the last time there was something to seal. */
export function computeExportSealing(
  rounds: bigint,
  memoryMegabytes: bigint,
): ExportSealingQuantities {
  const of = EXPORT_SEALING;
  const milliseconds = rounds * SEALING.msPerRun * of.invocationsPerRound + SEALING.msPerSeal;
  return {
    writeUnits: SEALING.writeUnitsPerSeal,
    readUnits: rounds * (SEALING.readUnitsPerRun + of.readUnitsPerRound),
    invocations: rounds * of.invocationsPerRound,
    megabyteMs: milliseconds * memoryMegabytes,
    transitions: rounds * of.transitionsPerRound + (rounds - 1n) * of.transitionsPerPause,
    objectWrites: SEALING.objectWritesPerSeal + of.objectWrites,
    signatures: of.signatures + 1n,
    keyRequests: of.keyRequests,
  };
}
