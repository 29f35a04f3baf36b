// The commands for a local stack and for those who administer a stage.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { followEvents } from '../events/follow-events.ts';
import type { StackFlags } from '../administration/running-stack.ts';
import { defineCommand } from './define-command.ts';

interface EventFlags extends StackFlags {
  readonly all?: boolean;
  readonly type?: string;
  readonly bus?: string;
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

/** `events` and `admin`. */
export function buildLocalCommands(): Command[] {
  return [
    defineCommand('events', 'follow the events of a local stack')
      .option('--all', 'start with the events published so far')
      .option('--type <name>', 'only events of this type, as journal_entry.posted')
      .option('--bus <name>', "another bus than that of the stack's stage")
      .option('--forward-to <url>', 'send each there as a webhook, signed as Standard Webhooks')
      .option('--secret <secret>', 'with this secret, as whsec_…; without it, with one it shows')
      .action(follow),
    new Command('admin')
      .description('manage tenants, operators and clients, in a checkout of the repository')
      .argument('[words...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(administer),
  ];
}

async function follow({ forwardTo, ...flags }: EventFlags): Promise<void> {
  await followEvents({ ...flags, 'forward-to': forwardTo });
}

/** Administration uses the tables with the caller's rights on AWS, so it is not in the package. */
function administer(words: string[]): Promise<void> {
  const program = findProgram(process.cwd());
  if (program === undefined) {
    throw new Error('Run this in a checkout of the repository, where `npm run admin` does it.');
  }
  const child = spawn(process.execPath, [program, ...words], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}

function findProgram(folder: string): string | undefined {
  const program = join(folder, 'bin/admin.ts');
  if (existsSync(program) && existsSync(join(folder, 'client/package.json'))) return program;
  return folder === dirname(folder) ? undefined : findProgram(dirname(folder));
}
