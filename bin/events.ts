// npm run events: follows what the stack of `npm start` publishes.
import { JSON_FLAG, JSON_USAGE } from '../commands/command-definition.ts';
import { followEvents } from '../commands/events/follow-events.ts';
import { runCommand } from '../commands/run-command.ts';
import { PROFILE_FLAGS, PROFILE_USAGE } from '../commands/selection/select-stage.ts';

const USAGE = `npm run --silent events -- [flags]

Prints each event that the local stack publishes as a line of JSON, as it happens, until Ctrl-C.
docs/events.md describes them.

  --all            start with the events published so far
  --type NAME      only events of this type, for example journal_entry.posted
  --bus NAME       another bus than that of the stack's stage
  --forward-to URL send each event there as a webhook, signed as Standard Webhooks
  --secret SECRET  with this secret, as whsec_…; without it, with one that it shows
${PROFILE_USAGE}
${JSON_USAGE}, of what an address answered too; events are JSON in any case`;

const OPTIONS = {
  ...PROFILE_FLAGS,
  ...JSON_FLAG,
  all: { type: 'boolean', default: false },
  type: { type: 'string' },
  bus: { type: 'string' },
  'forward-to': { type: 'string' },
  secret: { type: 'string' },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS }, followEvents);
