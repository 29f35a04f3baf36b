// Which ledger a command works on: a local stack, or a stage on AWS by its name or by the profile that has it.
import { connect } from 'node:net';
import { readRunningStack, STACK_FLAGS, STACK_USAGE } from '../administration/running-stack.ts';
import type { StackFlags } from '../administration/running-stack.ts';
import type { StackFile } from '../administration/connect.ts';
import { UsageError } from '../command-definition.ts';
import { readProfile } from './profiles.ts';

/** Select a stage by its profile, or a local stack. */
export const PROFILE_FLAGS = { ...STACK_FLAGS, profile: { type: 'string' } } as const;

/** Also a stage on AWS by its name. */
export const STAGE_FLAGS = { ...PROFILE_FLAGS, stage: { type: 'string' } } as const;

/** Their lines in the usage of a command. */
export const PROFILE_USAGE = `  --profile NAME   a stage that \`countinghouse login\` has made known (docs/command.md)
${STACK_USAGE}`;

export const STAGE_USAGE = `  --stage NAME     a stage on AWS, under your own credentials; without it, the local stack
  --profile NAME   the stage that \`countinghouse login\` has made known under this name (docs/command.md)
${STACK_USAGE}`;

export interface ProfileFlags extends StackFlags {
  readonly profile?: string | undefined;
}

export interface StageFlags extends ProfileFlags {
  readonly stage?: string | undefined;
}

/** Refuses flags that select two ledgers. */
export function refuseTwoLedgers({ stage, profile, data, stack }: StageFlags): void {
  if (data !== undefined && stack !== undefined)
    throw new UsageError('Give --data or --stack, which both select a local stack, not both.');
  if (stage !== undefined && profile !== undefined)
    throw new UsageError('Give --stage or --profile, not both.');
  const flag = stage === undefined ? '--profile' : '--stage';
  const isStage = stage !== undefined || profile !== undefined;
  if (!isStage || (data === undefined && stack === undefined)) return;
  throw new UsageError(
    `Give ${flag} for a stage, or --data or --stack for a local stack, not both.`,
  );
}

/** The name of the stage that the flags select; undefined for a local stack, after a look whether it runs. */
export async function selectStageName(flags: StageFlags): Promise<string | undefined> {
  refuseTwoLedgers(flags);
  const { stage, profile } = flags;
  if (stage !== undefined) return stage;
  if (profile !== undefined) return readProfileStage(profile);
  await openRunningStack(flags);
  return undefined;
}

/** As selectStageName, for what only a stage on AWS has. */
export async function requireStageName(flags: StageFlags): Promise<string> {
  refuseTwoLedgers(flags);
  const { stage, profile } = flags;
  if (stage !== undefined) return stage;
  if (profile !== undefined) return readProfileStage(profile);
  throw new UsageError('Give --stage or --profile.');
}

function readProfileStage(name: string): string {
  const { stage } = readProfile(name);
  if (stage !== undefined) return stage;
  throw new Error(
    `The profile ${name} does not say which stage on AWS it is: \`countinghouse login --profile ${name} ` +
      '--stage NAME` stores that. Or give --stage.',
  );
}

/** The selected local stack. Throws at once if nothing answers there, instead of repeating calls to it. */
export async function openRunningStack(flags: StackFlags): Promise<StackFile> {
  const stack = readRunningStack(flags);
  const { base_url, auth_url, ledger, identity }: Partial<StackFile> = stack;
  const address = base_url ?? auth_url ?? ledger?.endpoint ?? identity?.endpoint;
  if (address !== undefined && !(await isAnswering(new URL(address)))) {
    throw new Error(
      `No stack is running: nothing answers at ${address}. Start one with \`npm start\`, or select the data ` +
        'folder of a running one with --data.',
    );
  }
  return stack;
}

function isAnswering({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
