/** A request that was under way may still commit an entry with a time that far back. */
const SETTLE_SECONDS = 30;

/** Finds the time up to which figures that were read then, with this lag, lack no entry. */
export function findExactInstant(readAt: Date, lagSeconds: number): string {
  const missing = Math.max(lagSeconds, SETTLE_SECONDS);
  return new Date(readAt.getTime() - missing * 1000).toISOString();
}
