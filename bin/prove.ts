// npm run prove: deploys a throwaway stage, uses it, breaks it, restores it, releases over it and deletes it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildDeployerPolicy } from '../commands/prove/policy/deployer-policy.ts';
import { refuseScopeFaults } from '../commands/prove/policy/policy-faults.ts';
import { runSmokeTest } from '../commands/prove/check-steps.ts';
import { formatPlan, LAST_STEP } from '../commands/prove/proof.ts';
import { ProofLog } from '../commands/prove/proof-log.ts';
import { buildProgramRunner } from '../commands/prove/run-program.ts';
import { runProof } from '../commands/prove/run-proof.ts';
import { openStageAccess } from '../commands/prove/stage-access.ts';
import { PROOF_STEPS } from '../commands/prove/stage-steps.ts';
import { JSON_FLAG, JSON_USAGE, requireFlags, UsageError } from '../commands/command-definition.ts';
import { refuseUnknownCommand, runCommand } from '../commands/run-command.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { requireStageName } from '../commands/selection/select-stage.ts';
import { CERTIFICATE_REGION, findCertifiedDomain } from '../lib/config/certified-domain.ts';
import { readStageSettings } from '../lib/config/stage-file.ts';
import type { StageSettings } from '../lib/config/stage-settings.ts';

const STAGE = 'prove';

const USAGE = `npm run prove -- --aws-profile PROFILE --previous FOLDER [flags]
npm run prove -- smoke --stage STAGE [--aws-profile PROFILE]
npm run prove -- policy --stage STAGE --account ACCOUNT --region REGION [--key ARN]

The first deploys the throwaway stage \`${STAGE}\` to an account, runs the steps below, and deletes it in any case. It
costs a few dollars and takes hours. It needs the AWS CLI.

${formatPlan(PROOF_STEPS)}

smoke signs in, posts and reads back on any stage with a canary, in the tenant of the canary.
policy prints the IAM policy of those who deploy the stage and run its commands.

  --aws-profile NAME
                   the profile of the configuration of AWS
  --stage NAME     of smoke and policy: a stage on AWS, under your own credentials
  --key ARN        of policy: a key of yours, if no stages/STAGE.ts has it
  --profile NAME   the stage that \`countinghouse login\` has made known under this name (docs/command.md)
  --previous FOLDER
                   a checkout of the previous release, after \`npm ci\`
  --dry-run        only prints the steps
  --from STEP      continues at the step; the log has what the steps before found out
  --keep           does not delete the stage
  --log FILE       (default: .local/prove.ndjson) a line for each step, without secrets
${JSON_USAGE}: a line for each sentence`;

const EXIT_CODES = { 0: 'all steps passed', 1: 'a step failed' };

const OPTIONS = {
  ...JSON_FLAG,
  'aws-profile': { type: 'string' },
  profile: { type: 'string' },
  stage: { type: 'string' },
  previous: { type: 'string' },
  account: { type: 'string' },
  region: { type: 'string' },
  key: { type: 'string' },
  from: { type: 'string' },
  log: { type: 'string' },
  keep: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

type Flags = CommandFlags<typeof OPTIONS>;

const commands: Readonly<Record<string, (flags: Flags) => Promise<void> | void>> = {
  prove,
  smoke: async (flags) => {
    const stage = await requireStageName(flags);
    buildPrinter(flags)(await runSmokeTest(await openStageAccess(stage)));
  },
  policy: async (flags) => {
    const { account, region } = requireFlags(flags, ['account', 'region']);
    const stage = await requireStageName(flags);
    const settings = await readStageSettings(stage);
    const certificateRegion = findCertificateRegion(settings);
    const { key = findKeyArn(settings) } = flags;
    const scope = { stage, account, region, certificateRegion, key };
    refuseScopeFaults(scope);
    const policy = buildDeployerPolicy(scope);
    console.log(JSON.stringify(policy, undefined, 2));
  },
};

await runCommand(
  { usage: USAGE, options: OPTIONS, takesWords: true, exitCodes: EXIT_CODES },
  async (flags, [name = 'prove', ...words]) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return refuseUnknownCommand(name, Object.keys(commands));
    if (words.length > 0) throw new UsageError(`${name} takes no ${words.join(' ')}.`);
    // Of the SDK, the CDK and the AWS CLI alike.
    if (flags['aws-profile'] !== undefined) process.env['AWS_PROFILE'] = flags['aws-profile'];
    await command(flags);
  },
);

/** Finds the region of the console's certificate. A stage without a file here may have one. */
function findCertificateRegion(settings: StageSettings | undefined): string | undefined {
  const hasNone = settings !== undefined && findCertifiedDomain(settings) === undefined;
  return hasNone ? undefined : CERTIFICATE_REGION;
}

function findKeyArn({ key }: StageSettings = {}): string | undefined {
  return typeof key === 'string' ? key : key?.keyArn;
}

/** Prints a sentence for people, or the same as a line of JSON. */
function buildPrinter({ json }: Flags): (sentence: string) => void {
  return (sentence) => console.log(json ? JSON.stringify({ sentence }) : sentence);
}

async function prove(flags: Flags): Promise<void> {
  const print = buildPrinter(flags);
  if (flags['dry-run'] === true) return print(formatPlan(PROOF_STEPS));
  const { previous } = requireFlags(flags, ['aws-profile', 'previous']);
  // The step that uses it comes after hours. When only the deletion is left, the checkout may be gone.
  if (flags.from !== LAST_STEP && !existsSync(join(previous, 'node_modules')))
    throw new UsageError(`--previous ${previous} is no checkout after npm ci.`);
  if (flags.stage !== undefined || flags.profile !== undefined)
    throw new UsageError(`The proof has a stage of its own, ${STAGE}, which it deletes.`);
  const file = flags.log ?? join(import.meta.dirname, '../.local/prove.ndjson');
  const failed = await runProof(
    PROOF_STEPS,
    {
      stage: STAGE,
      previous,
      runProgram: buildProgramRunner(),
      openStage: () => openStageAccess(STAGE),
      sleep,
    },
    { from: flags.from, keeps: flags.keep, log: new ProofLog(file), report: print },
  );
  print(`The log is ${file}`);
  if (failed.length === 0) return;
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
