// npm run verify: re-derives the ledger from its immutable records, locally or with --stage on AWS.
import { verifyInSegments } from '../functions/verification/segments/verify-in-segments.ts';
import type { SegmentedVerification } from '../functions/verification/segments/verify-in-segments.ts';
import { verifyLedger } from '../functions/verification/verify.ts';
import type { VerificationVerdict } from '../functions/verification/verify.ts';
import type { CheckedCounts } from '../functions/verification/audit-run.ts';
import { readRunningStack } from '../commands/administration/running-stack.ts';
import {
  openLocalEvidence,
  openLocalStore,
  openStageEvidence,
  openStageStore,
} from '../commands/verification/connect.ts';
import { digestSources } from '../commands/verification/code-version.ts';
import { EXIT_FAILED, toExitCode } from '../commands/verification/exit-codes.ts';
import { openFileCheckpoints } from '../commands/verification/file-checkpoints.ts';
import { progressLine } from '../commands/progress-line.ts';
import { JSON_FLAG, JSON_USAGE, UsageError } from '../commands/command-definition.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import { selectStageName, STAGE_FLAGS, STAGE_USAGE } from '../commands/selection/select-stage.ts';
import { formatCounts, formatVerdictJson, formatVerdict } from '../commands/verification/report.ts';

const USAGE = `npm run verify -- [flags]

Re-derives balances, sequences, hash chains and every other derived value from the immutable records,
and reports stored values that differ. It only reads, and may run while postings continue.

  --tenant NAME    verify one tenant only (default: all)
  --requests N     the number of concurrent requests (default: 8)
  --checkpoints FOLDER
                   keep what is gathered in this folder; a run that was stopped, and started again
                   within half a day with the same code and ledger, continues there
  --settle SECONDS the longest duration of a posting; differences are rechecked after it
                   (default: 30)
  --ledger-table NAME, --receipts-table NAME, --projections-table NAME, --evidence-bucket NAME
                   of a stage: other tables than those in use, or the bucket of its evidence logs
${STAGE_USAGE}
${JSON_USAGE}`;

const EXIT_CODES = {
  0: 'sound',
  1: 'there are differences',
  2: 'wrong words or flags, or the ledger could not be verified',
  3: 'the run ended unfinished and has found no difference so far',
};

const OPTIONS = {
  ...STAGE_FLAGS,
  ...JSON_FLAG,
  tenant: { type: 'string' },
  requests: { type: 'string', default: '8' },
  settle: { type: 'string', default: '30' },
  checkpoints: { type: 'string' },
  'ledger-table': { type: 'string' },
  'receipts-table': { type: 'string' },
  'projections-table': { type: 'string' },
  'evidence-bucket': { type: 'string' },
} as const;

/** Between two checkpoints of a segment. */
const STRETCH_MS = 60_000;

const progress = progressLine(process.stderr);
await runCommand(
  {
    usage: USAGE,
    options: OPTIONS,
    progress,
    failureCode: EXIT_FAILED,
    exitCodes: EXIT_CODES,
  },
  run,
);

async function run(flags: CommandFlags<typeof OPTIONS>): Promise<void> {
  const requests = parseWholeNumber('requests', flags.requests, 1);
  const settleMs = parseWholeNumber('settle', flags.settle, 0) * 1_000;
  const { store, evidence } = await openSelectedLedger(flags);
  const { tenant } = flags;
  const verification = { store, evidence, tenant, settleMs };
  const onProgress = (checked: CheckedCounts) => progress.show(`${formatCounts(checked)} …`);
  const verdict =
    flags.checkpoints === undefined
      ? await verifyLedger({ ...verification, requests, onProgress })
      : await verifyResumably(flags.checkpoints, { verification, segments: requests });
  progress.end();
  if (tenant !== undefined) refuseUnknownTenant(tenant, verdict);
  console.log(flags.json ? formatVerdictJson(verdict) : formatVerdict(verdict));
  process.exitCode = toExitCode(verdict);
}

async function openSelectedLedger(flags: CommandFlags<typeof OPTIONS>) {
  const stage = await selectStageName(flags);
  if (stage !== undefined) {
    return {
      store: await openStageStore(stage, flags),
      evidence: await openStageEvidence(stage, flags),
    };
  }
  const { ledger } = readRunningStack(flags);
  return { store: openLocalStore(ledger), evidence: openLocalEvidence(ledger) };
}

async function verifyResumably(
  folder: string,
  segmented: Pick<SegmentedVerification, 'verification' | 'segments'>,
): Promise<VerificationVerdict> {
  const checkpoints = openFileCheckpoints(folder);
  const verdict = await verifyInSegments({
    ...segmented,
    checkpoints,
    codeVersion: digestSources(),
    startStretch: () => {
      const end = Date.now() + STRETCH_MS;
      return () => Date.now() > end;
    },
    onProgress: ({ round, scanned, segments }) =>
      progress.show(`round ${round}: ${scanned} of ${segments} segments scanned …`),
  });
  await checkpoints.clear();
  return verdict;
}

// A misspelt name must not pass for a sound ledger. An unfinished run may not have reached the tenant's records yet, and of
// a tenant whose records were deleted the log is left.
function refuseUnknownTenant(tenant: string, verdict: VerificationVerdict): void {
  const { tenants, isFinished, differenceCount } = verdict;
  if (tenants === 0 && isFinished && differenceCount === 0)
    throw new Error(`The ledger has no tenant ${tenant}.`);
}

function parseWholeNumber(flag: string, text: string, min: number): number {
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= min) return value;
  throw new UsageError(`--${flag} takes a whole number from ${min}, not "${text}".`);
}
