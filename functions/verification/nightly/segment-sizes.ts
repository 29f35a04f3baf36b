// How the nightly verification divides its work.

/** So few that a segment of a large ledger takes some minutes, and that the summaries of all fit in one task. */
export const ITEMS_PER_SEGMENT = 250_000;
export const SEGMENTS_MIN = 4;
export const SEGMENTS_MAX = 256;

/**
 * The share of its time for which a task scans, in hundredths: what it suspects may take as long to be examined again.
 */
export const SCAN_PERCENT = 40;

/** The number of segments for so many items in all tables. */
export function countSegments(items: number): number {
  return Math.min(SEGMENTS_MAX, Math.max(SEGMENTS_MIN, Math.ceil(items / ITEMS_PER_SEGMENT)));
}
