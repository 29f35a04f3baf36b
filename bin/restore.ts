// npm run restore: restores tables of a stage on AWS beside the live ones, and says how to put them in place.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { progressLine } from '../commands/progress-line.ts';
import { planRestore, requireGivenTables } from '../commands/restore/restore-plan.ts';
import { readGivenTables, readInstant, readTableNames } from '../commands/restore/restore-flags.ts';
import { describePlan } from '../commands/restore/plan-text.ts';
import { restoreAll } from '../commands/restore/restore-all.ts';
import { describeNextSteps } from '../commands/restore/switch-steps.ts';
import { EXIT_OPEN, JSON_FLAG, JSON_USAGE, requireFlags } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';
import { requireStageName } from '../commands/selection/select-stage.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { readTablesInUse } from '../commands/stage-tables.ts';

const USAGE = `npm run restore -- --stage NAME --to INSTANT [flags]

Restores tables of a stage to an instant, under new names beside the live ones, sets what a restore
drops (stream, expiry, point-in-time recovery, protection, tags), and verifies the restored ledger.
Then it prints the command that switches the stage to them, and what to do after it. Stop writes first
(docs/runbook.md, "Restore").

Without --apply it only reads, and prints what it would do. It may be stopped at any time; run again
with the same flags, it continues.

  --stage NAME     a stage on AWS, under your own credentials
  --profile NAME   the stage that \`countinghouse login\` has made known under this name (docs/command.md)
  --to INSTANT     such as 2026-11-20T19:24:42Z, in whole seconds
  --tables NAMES   ledger, receipts, projections, webhooks, identity (default: ledger,receipts)
  --restored TABLE=NAME
                   a table that was restored otherwise, as by AWS Backup: it is set up and verified
  --apply          restore
  --unverified     do not verify the ledger here; a large one takes hours
${JSON_USAGE}: a line for the plan, for each step, and for what was restored`;

const EXIT_CODES = { [EXIT_OPEN]: 'the restored ledger has differences' };
const POLL_MS = 15_000;

const OPTIONS = {
  ...JSON_FLAG,
  stage: { type: 'string' },
  profile: { type: 'string' },
  to: { type: 'string' },
  tables: { type: 'string', default: 'ledger,receipts' },
  restored: { type: 'string', multiple: true },
  apply: { type: 'boolean', default: false },
  unverified: { type: 'boolean', default: false },
} as const;

const progress = progressLine(process.stderr);
await runCommand({ usage: USAGE, options: OPTIONS, progress, exitCodes: EXIT_CODES }, run);

async function run(flags: CommandFlags<typeof OPTIONS>): Promise<void> {
  const isNamed = flags.profile !== undefined;
  const { to } = requireFlags(flags, isNamed ? ['to'] : ['stage', 'to']);
  const stage = await requireStageName(flags);
  const at = readInstant(to);
  const given = readGivenTables(flags.restored ?? []);
  const wanted = readTableNames(flags.tables).filter((name) => given[name] === undefined);
  const inUse = await readTablesInUse(stage);
  const client = new DynamoDBClient({});
  const sources = Object.fromEntries(wanted.map((name) => [name, inUse[name]]));
  await requireGivenTables(client, given);
  const plan = await planRestore(client, { stage, at, sources });
  const print = (text: string, record: object) => {
    progress.end();
    console.log(flags.json ? JSON.stringify(record) : text);
  };
  print(describePlan({ stage, at, inUse, plan, given }), { stage, at, plan, given });
  if (!flags.apply) return;
  const restore = { at, plan, given, inUse, verifies: !flags.unverified };
  const report = (step: string) => print(`- ${step}`, { step });
  const connections = { client, store: {}, pollMs: POLL_MS, report, progress: progress.show };
  const { restored, differences } = await restoreAll(connections, restore);
  if (differences > 0) {
    console.error(
      `The restored ledger has ${differences} differences: choose another second, or see docs/verify.md.`,
    );
    process.exitCode = EXIT_OPEN;
    return;
  }
  print(`\n${describeNextSteps(stage, restored, at)}`, { restored });
}
