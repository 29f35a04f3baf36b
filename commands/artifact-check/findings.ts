// The findings of an auditor's check of an export.

export interface CheckFindings {
  /** Values that agree with the manifest. */
  readonly agreed: string[];
  /** Differences, one sentence each. */
  readonly differences: string[];
}

export function buildFindings(): CheckFindings {
  return { agreed: [], differences: [] };
}

/** Records that a value agrees with the manifest, or how it differs. */
export function compareValues(
  { agreed, differences }: CheckFindings,
  what: string,
  { found, wanted }: { found: string | number; wanted: string | number },
): void {
  if (found === wanted) agreed.push(`${what}: ${found}`);
  else differences.push(`${what}: ${found}, but the manifest says ${wanted}`);
}

const DIFFERENCES_MAX = 50;

/** Records a difference. The number of recorded differences is limited, because no one reads thousands. */
export function addDifference({ differences }: CheckFindings, sentence: string): void {
  if (differences.length < DIFFERENCES_MAX) differences.push(sentence);
}
