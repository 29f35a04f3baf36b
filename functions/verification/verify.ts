// Verifies the ledger: re-derives balances, chains and totals from the immutable records and reports
// every stored value that differs. It only reads, and is safe to run while postings are made.
//
// Races are not reported. A record is written once, in one transaction with all records that it must
// agree with, so a comparison can fail wrongly only while that transaction commits between two reads.
// Therefore records made after the start are left to the next run, and both sides of an apparent
// difference are read again once every transaction from before the start must have ended.
import { AuditRun } from './audit-run.ts';
import type { CheckedCounts, Verification } from './audit-run.ts';
import { checks } from './checks.ts';
import type { Difference } from './difference.ts';

export interface VerificationVerdict {
  readonly isSound: boolean;
  /** False when the time ran out before the end: there may be more differences. */
  readonly isFinished: boolean;
  readonly tenants: number;
  readonly checked: CheckedCounts;
  /** All differences found, of which the first thousand are listed. */
  readonly differenceCount: number;
  readonly differences: readonly Difference[];
  /** The number of differences of each tenant that has records, 0 included. */
  readonly differencesByTenant: ReadonlyMap<string, number>;
  /** What the checks remarked, in sentences; none of it makes the ledger unsound. */
  readonly remarks: readonly string[];
  readonly milliseconds: number;
}

/** Verifies the records of one tenant, or of all. */
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
    differencesByTenant: new Map(
      [...run.tenants].map((tenant) => [tenant, findings.countByTenant.get(tenant) ?? 0]),
    ),
    remarks: run.remarks,
    milliseconds: Date.now() - startedAt,
  };
}

function buildSortKey({ tenant, kind, id, field }: Difference): string {
  return [tenant, kind, id, field].join('\n');
}
