// npm run events: follows what the stack of `npm start` publishes.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBusFile } from '../local/events/event-buses.ts';
import { followLines } from '../local/events/follow-file.ts';

const USAGE = `npm run --silent events -- [flags]

Prints each event that the local stack publishes as a line of JSON, as it happens.
docs/events.md describes them.

  --all        start with the events published so far
  --type NAME  only events of this type, for example journal_entry.posted
  --data DIR   the data folder of the stack (default: .local)
  --bus NAME   the bus (default: local-events)`;

const { values: flags } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    type: { type: 'string' },
    data: { type: 'string', default: join(import.meta.dirname, '../.local') },
    bus: { type: 'string', default: 'local-events' },
    help: { type: 'boolean', default: false },
  },
});

if (flags.help) console.log(USAGE);
else await follow();

async function follow() {
  const file = buildBusFile(join(flags.data, 'events'), flags.bus);
  for await (const line of followLines(file, { fromBeginning: flags.all })) {
    const { 'detail-type': type, detail } = JSON.parse(line) as Record<string, unknown>;
    if (flags.type === undefined || flags.type === type) console.log(JSON.stringify(detail));
  }
}
