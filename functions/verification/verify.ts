// Verifies the books: re-derives from the immutable records what follows from them, and reports what
// is stored otherwise. It only reads, and may run while postings go on.
//
// What is only a race is not reported. A record is written once, in one transaction with everything
// that it must agree with, so a comparison can only fail wrongly while that transaction is on its
// way between two reads. Therefore what was begun after the start is left to the next run, and
// whatever looked wrong is read again, both sides of it, when everything begun before must be over.
import { AuditRun } from './audit-run.ts';
import type { CheckedCounts, Verification } from './audit-run.ts';
import { checks } from './checks.ts';
import type { Difference } from './difference.ts';

export interface VerificationVerdict {
  readonly isSound: boolean;
  /** False when the time was up before the end: then what was found is not all. */
  readonly isFinished: boolean;
  readonly tenants: number;
  readonly checked: CheckedCounts;
  /** Of these many differences the first thousand are listed. */
  readonly differenceCount: number;
  readonly differences: readonly Difference[];
  readonly milliseconds: number;
}

/** Reads all books of the tenant, or of all, and says what does not add up. */
export async function verifyLedger(verification: Verification): Promise<VerificationVerdict> {
  const run = new AuditRun(verification);
  const inspections = checks.map((check) => {
    return { name: check.name, kinds: check.kinds, ...check.begin(run.auditOf(check.name)) };
  });
  await run.showAll(inspections);
  for (const { conclude } of inspections) {
    if (run.isFinished) await conclude?.();
  }
  const { findings, isFinished, startedAt } = run;
  return {
    isSound: findings.count === 0 && isFinished,
    isFinished,
    tenants: run.tenants.size,
    checked: run.checked,
    differenceCount: findings.count,
    differences: findings.kept.toSorted((a, b) => (buildSortKey(a) < buildSortKey(b) ? -1 : 1)),
    milliseconds: Date.now() - startedAt,
  };
}

function buildSortKey({ tenant, kind, id, field }: Difference): string {
  return [tenant, kind, id, field].join('\n');
}
