// npm run evidence: maintains the evidence logs of tenants, locally or with --stage on AWS.
import { STACK_FLAGS, STACK_USAGE } from '../commands/administration/running-stack.ts';
import { readVerifierKeys } from '../commands/evidence/evidence-keys.ts';
import {
  listLoggedTenants,
  openEvidenceLogs,
  openTenantLog,
  readActor,
} from '../commands/sealing/connect.ts';
import { adoptReceipts } from '../commands/sealing/adopt-receipts.ts';
import { rebuildState } from '../commands/sealing/rebuild-state.ts';
import {
  formatAdoption,
  formatDamagedReceipt,
  formatLostReceipt,
  formatRebuild,
  isInOrder,
} from '../commands/sealing/report.ts';
import { progressLine } from '../commands/progress-line.ts';
import { UsageError } from '../commands/command-definition.ts';
import { refuseUnknownCommand, runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';

const USAGE = `npm run evidence -- rebuild [TENANT…] [flags]
npm run evidence -- adopt [TENANT…] [flags]

rebuild compares the state of the evidence logs, after the tables were restored, with what the logs have
published, and with --apply replaces it, so that sealing continues where the log ends. It lists the
receipts that the log has and the tables do not (docs/runbook.md).

adopt counts the receipts from before the evidence log, which are in none, and with --apply gives them a
place in it. It then records that no others are left (docs/upgrades.md).

Both do so for all tenants that have a log unless some are named, and may be stopped at any time and run
again.

  --apply          write; without it, the command only reports
  --key KEY        a verifier key of the log, or a file with one key a line, if the state is lost or
                   older than a change of the key; may be given several times
  --stage NAME     a stage on AWS, under your own credentials; its tables are found by name or given
                   with --ledger-table NAME and --receipts-table NAME, its bucket found or given
                   with --evidence-bucket NAME
${STACK_USAGE}

Exit code: 0 all is in order or was written, 1 failed, 2 there is something to write.`;

const EXIT_PENDING = 2;
/** The leaves between two updates of the progress. */
const PROGRESS_LEAVES = 1_000;

const OPTIONS = {
  ...STACK_FLAGS,
  apply: { type: 'boolean', default: false },
  key: { type: 'string', multiple: true },
  stage: { type: 'string' },
  'evidence-bucket': { type: 'string' },
  'ledger-table': { type: 'string' },
  'receipts-table': { type: 'string' },
} as const;

type LogCommandFlags = CommandFlags<typeof OPTIONS>;

const progress = progressLine(process.stderr);
await runCommand({ usage: USAGE, options: OPTIONS, takesWords: true, progress }, run);

async function run(flags: LogCommandFlags, [command, ...tenants]: string[]): Promise<void> {
  if (command === 'rebuild') await rebuildAll(flags, tenants);
  else if (command === 'adopt') await adoptAll(flags, tenants);
  else if (command === undefined) throw new UsageError('Give a command.');
  else refuseUnknownCommand(command, ['rebuild', 'adopt']);
}

async function rebuildAll(
  { apply: isApplied, key = [], ...flags }: LogCommandFlags,
  given: readonly string[],
): Promise<void> {
  const keys = readVerifierKeys(key);
  const logs = await openEvidenceLogs(flags);
  for (const tenant of given.length > 0 ? given : await listLoggedTenants(logs)) {
    const rebuild = await rebuildState(await openTenantLog(logs, tenant), {
      keys,
      isApplied,
      onLost: (lost) => print(formatLostReceipt(tenant, lost)),
      onProgress: (leaves, size) => {
        if (leaves % PROGRESS_LEAVES === 0) progress.show(`${tenant}: ${leaves} of ${size} leaves`);
      },
    });
    print(
      rebuild ? formatRebuild(tenant, rebuild, isApplied) : `${tenant}: the log has no checkpoint.`,
    );
    if (rebuild && !isApplied && !isInOrder(rebuild)) process.exitCode = EXIT_PENDING;
  }
}

async function adoptAll(
  { apply: isApplied, key: _, ...flags }: LogCommandFlags,
  given: readonly string[],
): Promise<void> {
  const actor = await readActor(flags.stage);
  const logs = await openEvidenceLogs(flags);
  for (const tenant of given.length > 0 ? given : await listLoggedTenants(logs)) {
    const adoption = await adoptReceipts(await openTenantLog(logs, tenant), {
      actor,
      isApplied,
      onDamaged: (receipt, fault) => print(formatDamagedReceipt(tenant, receipt, fault)),
      onProgress: (receipts, adopted) => {
        progress.show(`${tenant}: ${receipts} receipts, ${adopted} adopted`);
      },
    });
    print(formatAdoption(tenant, adoption, isApplied));
    if (!isApplied && adoption.finishedAt === undefined) process.exitCode = EXIT_PENDING;
  }
}

function print(line: string): void {
  progress.end();
  console.log(line);
}
