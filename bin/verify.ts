// npm run verify: re-derives the ledger from its immutable records, locally or with --stage on AWS.
import { verifyInSegments } from '../functions/verification/segments/verify-in-segments.ts';
import type { SegmentedVerification } from '../functions/verification/segments/verify-in-segments.ts';
import { verifyLedger } from '../functions/verification/verify.ts';
import type { VerificationVerdict } from '../functions/verification/verify.ts';
import type { CheckedCounts } from '../functions/verification/audit-run.ts';
import {
  readRunningStack,
  STACK_USAGE,
  STACK_FLAGS,
} from '../commands/administration/running-stack.ts';
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
import { runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { formatCounts, formatVerdictJson, formatVerdict } from '../commands/verification/report.ts';

const USAGE = `npm run verify -- [flags]

Re-derives balances, sequences, hash chains and every other derived value from the immutable records,
and reports stored values that differ. It only reads, and may run while postings continue.

  --tenant NAME    verify one tenant only (default: all)
  --json           the verdict as JSON
  --requests N     the number of concurrent requests (default: 8)
  --checkpoints FOLDER
                   keep what is gathered in this folder; a run that was stopped, and started again
                   within half a day with the same code and ledger, continues there
  --settle SECONDS the longest duration of a posting; differences are rechecked after it
                   (default: 30)
  --stage NAME     a stage on AWS, under your own credentials; other tables than those in use, or the
                   bucket of its evidence logs, can be given with --ledger-table NAME,
                   --receipts-table NAME, --projections-table NAME and --evidence-bucket NAME
${STACK_USAGE}

Exit code: 0 sound, 1 there are differences, 2 the ledger could not be verified, 3 the run ended unfinished
and has found no difference so far.`;

const OPTIONS = {
  ...STACK_FLAGS,
  tenant: { type: 'string' },
  json: { type: 'boolean', default: false },
  requests: { type: 'string', default: '8' },
  settle: { type: 'string', default: '30' },
  checkpoints: { type: 'string' },
  stage: { type: 'string' },
  'ledger-table': { type: 'string' },
  'receipts-table': { type: 'string' },
  'projections-table': { type: 'string' },
  'evidence-bucket': { type: 'string' },
} as const;

const progress = progressLine(process.stderr);
await runCommand({ usage: USAGE, options: OPTIONS, progress, failureCode: EXIT_FAILED }, run);

async function run(flags: CommandFlags<typeof OPTIONS>): Promise<void> {
  const requests = parseWholeNumber('requests', flags.requests, 1);
  const settleMs = parseWholeNumber('settle', flags.settle, 0) * 1_000;
  const store =
    flags.stage === undefined
      ? openLocalStore(readRunningStack(flags).ledger)
      : await openStageStore(flags.stage, flags);
  const evidence =
    flags.stage === undefined
      ? openLocalEvidence(readRunningStack(flags).ledger)
      : await openStageEvidence(flags.stage, flags);
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

/** Between two checkpoints of a segment. */
const STRETCH_MS = 60_000;

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

// A misspelt name must not pass for a sound ledger. An unfinished run may not have reached the tenant's records yet.
function refuseUnknownTenant(tenant: string, { tenants, isFinished }: VerificationVerdict): void {
  if (tenants === 0 && isFinished) throw new Error(`The ledger has no tenant ${tenant}.`);
}

function parseWholeNumber(flag: string, text: string, min: number): number {
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= min) return value;
  throw new Error(`--${flag} takes a whole number from ${min}, not "${text}".`);
}
