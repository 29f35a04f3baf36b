// What an auditor's check of an export comes to.

export interface CheckFindings {
  /** What was held against the manifest and agrees. */
  readonly agreed: string[];
  /** What does not, one sentence each. */
  readonly differences: string[];
}

export function buildFindings(): CheckFindings {
  return { agreed: [], differences: [] };
}

/** Notes that a value is what it should be, or how it differs. */
export function compareValues(
  { agreed, differences }: CheckFindings,
  what: string,
  { found, wanted }: { found: string | number; wanted: string | number },
): void {
  if (found === wanted) agreed.push(`${what}: ${found}`);
  else differences.push(`${what}: ${found}, but the manifest says ${wanted}`);
}

const DIFFERENCES_MAX = 50;

/** Notes a fault of a row; after so many of them nobody reads on. */
export function addDifference({ differences }: CheckFindings, sentence: string): void {
  if (differences.length < DIFFERENCES_MAX) differences.push(sentence);
}
