// npm run events: follows what the stack of `npm start` publishes.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  findStackFile,
  readRunningStack,
  STACK_USAGE,
  STACK_FLAGS,
} from '../commands/administration/running-stack.ts';
import { runCommand } from '../commands/run-command.ts';
import { buildBusFile, parseBusEvent } from '../local/events/event-buses.ts';
import { followLines } from '../local/events/follow-file.ts';

const USAGE = `npm run --silent events -- [flags]

Prints each event that the local stack publishes as a line of JSON, as it happens, until Ctrl-C.
docs/events.md describes them.

  --all            start with the events published so far
  --type NAME      only events of this type, for example journal_entry.posted
  --bus NAME       another bus than that of the stack's stage
${STACK_USAGE}`;

const OPTIONS = {
  ...STACK_FLAGS,
  all: { type: 'boolean', default: false },
  type: { type: 'string' },
  bus: { type: 'string' },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async (flags) => {
  const { bus } = readRunningStack(flags).stream_consumers;
  const file = buildBusFile(join(dirname(findStackFile(flags)), 'events'), flags.bus ?? bus);
  // The stack creates the file with the first event of its bus.
  if (flags.bus !== undefined && flags.bus !== bus && !existsSync(file)) {
    throw new Error(`The stack has published no event to a bus ${flags.bus}; its bus is ${bus}.`);
  }
  for await (const line of followLines(file, { fromBeginning: flags.all })) {
    const event = parseBusEvent(line);
    if (event === undefined) continue;
    const { 'detail-type': type, detail } = event;
    if (flags.type === undefined || flags.type === type) console.log(JSON.stringify(detail));
  }
});
