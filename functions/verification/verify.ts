// Verifies the ledger: re-derives balances, chains and totals from the immutable records and reports
// every stored value that differs. It only reads, and is safe to run while postings are made.
//
// Races are not reported. A record is written once, in one transaction with all records that it must
// agree with, so a comparison can fail wrongly only while that transaction commits between two reads.
// Therefore records made after the start are left to the next run, and both sides of an apparent
// difference are read again once every transaction from before the start must have ended.
import { AuditRun } from './audit-run.ts';
import type { CheckedCounts, NamedPass, Verification } from './audit-run.ts';
import type { Difference } from './difference.ts';
import { beginPasses, concludePasses, FIRST_ROUND } from './rounds.ts';
import type { Round } from './rounds.ts';
import { scanSection, SECTIONS } from './scan.ts';

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

/** The number of segments that are scanned at once. */
const REQUESTS = 8;

/** How long suspects are examined again after the time is over: the function still has to report its result. */
const SETTLE_END_MS = 5_000;

/** Verifies the records of one tenant, or of all, in one process. */
export async function verifyLedger(verification: Verification): Promise<VerificationVerdict> {
  const run = new AuditRun(verification);
  let round: Round | undefined = FIRST_ROUND;
  let isFinished = true;
  while (round && isFinished) {
    const passes = beginPasses(run, round);
    isFinished = await scanAll(run, verification, { round, passes });
    const end = isFinished ? Infinity : Date.now() + SETTLE_END_MS;
    for (const { pass } of passes) await pass.settle?.(() => Date.now() > end);
    if (!isFinished) for (const { pass } of passes) await pass.reportPartial?.();
    round = isFinished ? await concludePasses(passes, round) : undefined;
  }
  return buildVerdict(run, isFinished);
}

// The ledger is scanned before the receipts, each in parallel segments.
async function scanAll(
  run: AuditRun,
  { store, tenant, requests: of = REQUESTS, isOver = () => false }: Verification,
  { round, passes }: { readonly round: Round; readonly passes: readonly NamedPass[] },
): Promise<boolean> {
  const receiver = run.buildReceiver(passes, round === FIRST_ROUND);
  for (const section of SECTIONS) {
    const numbers = Array.from({ length: of }, (_, number) => number);
    const scans = numbers.map((number) =>
      scanSection(section, { store, tenant, number, of, after: undefined, isOver }, receiver),
    );
    const ends = await Promise.all(scans);
    if (ends.some(({ isWhole }) => !isWhole)) return false;
  }
  return true;
}

/** What a run has found, with its differences in order. */
export function buildVerdict(run: AuditRun, isFinished: boolean): VerificationVerdict {
  const { findings } = run;
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
    milliseconds: Date.now() - run.identity.startedAt,
  };
}

function buildSortKey({ tenant, kind, id, field }: Difference): string {
  return [tenant, kind, id, field].join('\n');
}
