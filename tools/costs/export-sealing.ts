// What the evidence of one export consumes: it asks for a sealing of its tenant until the log covers the period,
// and signs its manifest.
import { SEALING } from './sealing.ts';
import type { PriceName } from './prices.ts';

export const EXPORT_SEALING = {
  transitionsPerSealing: 1n,
  /** The question whether the log covers the period, and what to do next. */
  transitionsPerQuestion: 2n,
  /** The wait before the next sealing or question. */
  transitionsPerPause: 1n,
  /** The state of the log. */
  readUnitsPerQuestion: 1n,
  /** Each of the two functions reads the public key once, when it starts. */
  keyRequests: 2n,
  /** That of the manifest; one more for the checkpoint of the sealing. */
  signatures: 1n,
  objectWrites: 1n,
  /** It seals before each of the first three questions. */
  sealingsMax: 3n,
  /** Those come two seconds apart, the others five, for three minutes. */
  questionsMax: 39n,
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

/** The quantities of an export that asks so many times; there was something to seal once. */
export function computeExportSealing(
  questions: bigint,
  memoryMegabytes: bigint,
): ExportSealingQuantities {
  const of = EXPORT_SEALING;
  const sealings = questions < of.sealingsMax ? questions : of.sealingsMax;
  const invocations = sealings + questions;
  const milliseconds = invocations * SEALING.msPerRun + SEALING.msPerSeal;
  return {
    writeUnits: SEALING.writeUnitsPerSeal,
    readUnits: sealings * SEALING.readUnitsPerRun + questions * of.readUnitsPerQuestion,
    invocations,
    megabyteMs: milliseconds * memoryMegabytes,
    transitions:
      sealings * of.transitionsPerSealing +
      questions * of.transitionsPerQuestion +
      (questions - 1n) * of.transitionsPerPause,
    objectWrites: SEALING.objectWritesPerSeal + of.objectWrites,
    signatures: of.signatures + 1n,
    keyRequests: of.keyRequests,
  };
}
