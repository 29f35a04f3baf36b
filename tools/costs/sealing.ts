// What the sealing of one tenant's receipts consumes, beside the index unit that each mutation measures.
import type { PriceName } from './prices.ts';

export const SEALING = {
  /** One run each minute. */
  runsPerDay: 1_440n,
  /** What a run reads that finds nothing: the state, the feed of each shard, and its count. */
  readUnitsPerRun: 5n,
  /** A receipt and its journal entry, and the counts of its quarter of an hour in the feed. */
  readUnitsPerReceipt: 3n,
  /** The state with the minute in a transaction, and its publication. */
  writeUnitsPerSeal: 5n,
  /** The batch, two checkpoints, partial tiles of hashes and entries, and a list, which costs as much, before them. */
  objectWritesPerSeal: 7n,
  /** A full tile of hashes and one of entries. */
  objectWritesPerTile: 2n,
  receiptsPerTile: 256n,
  entryBytes: 800n,
  /** Partial tiles are locked for three days; those of full tiles go then. */
  partialDays: 3n,
  msPerRun: 100n,
  msPerSeal: 300n,
  msPerThousandReceipts: 1_000n,
} as const;

type SealingQuantities = Readonly<
  Record<Extract<PriceName, (typeof SEALING_PRICES)[number]>, bigint>
> & {
  /** Of `objectBytes`, those of partial tiles, which are not there for long. */
  readonly partialBytes: bigint;
};

const SEALING_PRICES = [
  'writeUnits',
  'readUnits',
  'invocations',
  'megabyteMs',
  'objectWrites',
  'objectBytes',
  'signatures',
] as const;

// The last bundle of entries is half full on average, and each checkpoint has its own.
function computePartialBytes(seals: bigint, days: bigint): bigint {
  const keptDays = days < SEALING.partialDays ? days : SEALING.partialDays;
  return (((seals * keptDays) / days) * SEALING.receiptsPerTile * SEALING.entryBytes) / 2n;
}

/** The quantities of so many receipts, evenly over so many days, in a function of this size. */
export function computeSealingQuantities(
  receipts: bigint,
  days: bigint,
  memoryMegabytes: bigint,
): SealingQuantities {
  const runs = days * SEALING.runsPerDay;
  // A run with at least one receipt makes a checkpoint.
  const seals = receipts < runs ? receipts : runs;
  const milliseconds =
    runs * SEALING.msPerRun +
    seals * SEALING.msPerSeal +
    (receipts * SEALING.msPerThousandReceipts) / 1_000n;
  const tiles = receipts / SEALING.receiptsPerTile;
  const partialBytes = computePartialBytes(seals, days);
  return {
    writeUnits: seals * SEALING.writeUnitsPerSeal,
    readUnits: runs * SEALING.readUnitsPerRun + receipts * SEALING.readUnitsPerReceipt,
    invocations: runs,
    megabyteMs: milliseconds * memoryMegabytes,
    objectWrites: seals * SEALING.objectWritesPerSeal + tiles * SEALING.objectWritesPerTile,
    objectBytes: receipts * SEALING.entryBytes + partialBytes,
    partialBytes,
    signatures: seals,
  };
}
