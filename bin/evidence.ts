// npm run evidence: maintains the evidence logs of tenants, locally or with --stage on AWS.
import { readVerifierKeys } from '../commands/evidence/evidence-keys.ts';
import { openEvidenceLogs, openTenantLog, readActor } from '../commands/sealing/connect.ts';
import type { EvidenceLogs } from '../commands/sealing/connect.ts';
import { formatError } from '../commands/format-error.ts';
import { adoptReceipts } from '../commands/sealing/adopt-receipts.ts';
import { rebuildState } from '../commands/sealing/rebuild-state.ts';
import {
  formatAdoption,
  formatDamagedReceipt,
  formatLostReceipt,
  formatRebuild,
  isAdoptionOpen,
  isInOrder,
} from '../commands/sealing/report.ts';
import { listLoggedTenants } from '../functions/evidence/published/logged-tenants.ts';
import { progressLine } from '../commands/progress-line.ts';
import { EXIT_OPEN, JSON_FLAG, JSON_USAGE, UsageError } from '../commands/command-definition.ts';
import { refuseUnknownCommand, runCommand } from '../commands/run-command.ts';
import { selectStageName, STAGE_FLAGS, STAGE_USAGE } from '../commands/selection/select-stage.ts';
import type { CommandFlags } from '../commands/command-definition.ts';

const USAGE = `npm run evidence -- rebuild [TENANT…] [flags]
npm run evidence -- adopt [TENANT…] [flags]

rebuild compares the state of the evidence logs, after the tables were restored, with what the logs have
published, and with --apply replaces it, so that sealing continues where the log ends. It lists the
receipts that the log has and the tables do not (docs/runbook.md), and records with a receipt how many
there are.

adopt counts the receipts from before the evidence log, which are in none, and with --apply gives them a
place in it. It then records that no others are left (docs/upgrades.md).

Both do so for all tenants that have a log unless some are named, and may be stopped at any time and run
again. A log that is damaged is reported, and the others are done.

  --apply          write; without it, the command only reports
  --key KEY        a verifier key of the log, or a file with one key a line, if the state is lost or
                   older than a change of the key; may be given several times
  --ledger-table NAME, --receipts-table NAME, --evidence-bucket NAME
                   of a stage: other tables than those in use, or the bucket of its logs
${STAGE_USAGE}
${JSON_USAGE}: a line for each receipt and for each tenant`;

const EXIT_CODES = {
  0: 'all is in order or was written',
  1: 'refused or failed, also for one of several tenants',
  [EXIT_OPEN]: 'there is something to write, no log, or a damaged receipt',
};
/** The leaves between two updates of the progress. */
const PROGRESS_LEAVES = 1_000;

const OPTIONS = {
  ...STAGE_FLAGS,
  ...JSON_FLAG,
  apply: { type: 'boolean', default: false },
  key: { type: 'string', multiple: true },
  'evidence-bucket': { type: 'string' },
  'ledger-table': { type: 'string' },
  'receipts-table': { type: 'string' },
} as const;

type LogCommandFlags = CommandFlags<typeof OPTIONS>;

const progress = progressLine(process.stderr);
await runCommand(
  { usage: USAGE, options: OPTIONS, takesWords: true, progress, exitCodes: EXIT_CODES },
  run,
);

async function run(flags: LogCommandFlags, [command, ...tenants]: string[]): Promise<void> {
  if (command === 'rebuild') await rebuildAll(flags, tenants);
  else if (command === 'adopt') await adoptAll(flags, tenants);
  else if (command === undefined) throw new UsageError('Give a command.');
  else refuseUnknownCommand(command, ['rebuild', 'adopt']);
}

/** The logs of the stage or the local stack that the flags select. */
async function openSelectedLogs(flags: LogCommandFlags) {
  const { profile: _, stage: __, ...others } = flags;
  const stage = await selectStageName(flags);
  const logs = await openEvidenceLogs({ ...others, ...(stage !== undefined && { stage }) });
  return { logs, stage };
}

async function rebuildAll(flags: LogCommandFlags, given: readonly string[]): Promise<void> {
  const { apply: isApplied, key = [] } = flags;
  const print = buildPrinter(flags);
  const keys = readVerifierKeys(key);
  const { logs, stage } = await openSelectedLogs(flags);
  const actor = await readActor(stage);
  const count = await visitTenants(logs, given, async (tenant) => {
    const rebuild = await rebuildState(await openTenantLog(logs, tenant), {
      keys,
      isApplied,
      actor,
      onLost: (lost) => print(formatLostReceipt(tenant, lost), { tenant, lost }),
      onProgress: (leaves, size) => {
        if (leaves % PROGRESS_LEAVES === 0) progress.show(`${tenant}: ${leaves} of ${size} leaves`);
      },
    });
    if (rebuild === undefined) {
      print(`${tenant}: the log has no checkpoint.`, { tenant, checkpoint: false });
      // Its name is misspelt, or its log is lost.
      return true;
    }
    print(formatRebuild(tenant, rebuild, isApplied), { tenant, applied: isApplied, ...rebuild });
    return !isApplied && !isInOrder(rebuild);
  });
  if (count === 0) reportEmptyBucket(print);
}

/**
 * Does the work for each tenant, which returns whether something is left to do, and returns for how many. One whose log
 * is damaged keeps no other one waiting.
 */
async function visitTenants(
  { bucket }: EvidenceLogs,
  given: readonly string[],
  work: (tenant: string) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  let lastFault: string | undefined;
  for await (const tenant of given.length > 0 ? new Set(given) : listLoggedTenants(bucket)) {
    count += 1;
    try {
      if (await work(tenant)) process.exitCode ??= EXIT_OPEN;
    } catch (error) {
      const fault = formatError(error);
      // What fails alike for two of them fails for all, as without a network.
      if (fault === lastFault) throw error;
      lastFault = fault;
      progress.end();
      console.error(fault.includes(tenant) ? fault : `${tenant}: ${fault}`);
      process.exitCode = 1;
    }
  }
  return count;
}

// After the loss of a region: the tables came back, and what was in the bucket has yet to. Or nothing was sealed so far.
function reportEmptyBucket(print: ReturnType<typeof buildPrinter>): void {
  print('The bucket has no log of any tenant.', { logs: 0 });
  process.exitCode = EXIT_OPEN;
}

async function adoptAll(flags: LogCommandFlags, given: readonly string[]): Promise<void> {
  const { apply: isApplied } = flags;
  const print = buildPrinter(flags);
  const { logs, stage } = await openSelectedLogs(flags);
  const actor = await readActor(stage);
  const count = await visitTenants(logs, given, async (tenant) => {
    const adoption = await adoptReceipts(await openTenantLog(logs, tenant), {
      actor,
      isApplied,
      onDamaged: (receipt, fault) =>
        print(formatDamagedReceipt(tenant, receipt, fault), { tenant, damaged: fault }),
      onProgress: (receipts, adopted) => {
        progress.show(`${tenant}: ${receipts} receipts, ${adopted} adopted`);
      },
    });
    print(formatAdoption(tenant, adoption, isApplied), { tenant, applied: isApplied, ...adoption });
    return isAdoptionOpen(adoption, isApplied);
  });
  if (count === 0) reportEmptyBucket(print);
}

/** Prints a sentence for people, or the same as a line of JSON. */
function buildPrinter({ json }: LogCommandFlags): (sentence: string, record: object) => void {
  return (sentence, record) => {
    progress.end();
    console.log(json ? JSON.stringify(record) : sentence);
  };
}
