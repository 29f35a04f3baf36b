// npm run admin: manages tenants, operators, clients, controls and schedules, locally or with --stage on AWS.
import { formatAnswer } from '../commands/administration/command.ts';
import type { AdminCommand } from '../commands/administration/command.ts';
import { commands } from '../commands/administration/commands.ts';
import {
  openLocalAdministration,
  openStageAdministration,
} from '../commands/administration/connect.ts';
import { readRunningStack } from '../commands/administration/running-stack.ts';
import { JSON_FLAG, JSON_USAGE, UsageError } from '../commands/command-definition.ts';
import { refuseUnknownCommand, runCommand } from '../commands/run-command.ts';
import { selectStageName, STAGE_FLAGS, STAGE_USAGE } from '../commands/selection/select-stage.ts';

const USAGE = `npm run admin -- COMMAND [flags]

${Object.entries(commands)
  .map(([name, command]) => `  ${name} ${command.usage}`.trimEnd())
  .join('\n')}

${STAGE_USAGE}
${JSON_USAGE}`;

const OPTIONS = {
  ...STAGE_FLAGS,
  ...JSON_FLAG,
  name: { type: 'string' },
  tenant: { type: 'string' },
  service: { type: 'boolean' },
  'redirect-uri': { type: 'string', multiple: true },
  'logout-uri': { type: 'string', multiple: true },
  'overlap-hours': { type: 'string' },
  'public-key': { type: 'string' },
  off: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  actor: { type: 'string' },
  action: { type: 'string' },
  code: { type: 'string' },
  file: { type: 'string' },
  format: { type: 'string' },
  'retention-years': { type: 'string' },
} as const;

/** The flags that select the ledger, and how it answers. */
const COMMON: readonly string[] = Object.keys({ ...STAGE_FLAGS, ...JSON_FLAG });

await runCommand({ usage: USAGE, options: OPTIONS, takesWords: true }, async (flags, all) => {
  const [noun = '', verb = '', ...rest] = all;
  // Most commands are a noun and a verb; `audit` is one word.
  const isOneWord = Object.hasOwn(commands, noun);
  const name = isOneWord ? noun : `${noun} ${verb}`.trim();
  const words = isOneWord ? all.slice(1) : rest;
  if (name === '') throw new UsageError('Give a command.');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return refuseCommand(noun, verb);
  if (words.length < command.words) throw new UsageError(`${name} takes ${command.usage}.`);
  const more = words.slice(command.words);
  if (more.length > 0 && !command.takesMore)
    throw new UsageError(`${name} takes no ${more.join(' ')}.`);
  refuseForeignFlags(name, command, flags);
  const { profile: _, stage: __, ...others } = flags;
  const stage = await selectStageName(flags);
  const administration =
    stage === undefined
      ? openLocalAdministration(readRunningStack(flags))
      : await openStageAdministration(stage);
  const options = { ...others, ...(stage !== undefined && { stage }) };
  const answer = await command.run(administration, words, options);
  console.log(formatAnswer(answer, flags.json));
  if (answer.warning !== undefined) console.error(answer.warning);
});

// One that the command does not read would be ignored, as a tenant of what is for all of them.
function refuseForeignFlags(name: string, { usage }: AdminCommand, flags: object): void {
  const foreign = Object.keys(flags).find(
    (flag) => !COMMON.includes(flag) && !usage.split(/[^a-z-]+/).includes(`--${flag}`),
  );
  if (foreign !== undefined) throw new UsageError(`${name} takes no --${foreign}.`);
}

function refuseCommand(noun: string, verb: string): never {
  const names = Object.keys(commands).map((name) => name.split(' '));
  const verbs = names.filter(([first]) => first === noun).map(([, second = '']) => second);
  if (verbs.length === 0) refuseUnknownCommand(noun, new Set(names.map(([first = '']) => first)));
  if (verb === '') throw new UsageError(`${noun} takes ${verbs.join(', ')}.`);
  return refuseUnknownCommand(verb, verbs);
}
