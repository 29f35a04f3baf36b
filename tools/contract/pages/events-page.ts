import { typeName } from '../schemas.ts';
import type { Schema } from '../schemas.ts';

/** docs/events.md: how events are delivered, and each type with the schema of its payload. */
export function buildEventsPage(schemas: ReadonlyMap<string, Schema>): string {
  const events = [...schemas].filter(([path]) => path.startsWith('events/'));
  const payloads = new Set(events.flatMap(([, schema]) => readSharedSchema(schema) ?? []));
  return [
    '# Events',
    '',
    '<!-- Generated from schemas/events by `npm run generate`. Do not edit. -->',
    '',
    INTRODUCTION,
    '| type | payload, or its members |',
    '| --- | --- |',
    ...events.map(([path, schema]) => buildRow(path, schema)),
    '',
    '## Payloads',
    '',
    '| payload | members |',
    '| --- | --- |',
    ...[...payloads].toSorted().map((path) => buildPayloadRow(path, schemas)),
    '',
  ].join('\n');
}

const INTRODUCTION = `Every change emits one or more events, which are stored in the transaction of the change. They are
published to the EventBridge bus \`STAGE-events\`, with the source \`countinghouse\` and the event's type as detail type.
A [webhook](webhooks.md) gets the same JSON, signed. Locally, \`npm run --silent events\` prints them as they are published.

\`\`\`json
{
  "id": "evt_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00",
  "type": "journal_entry.posted",
  "version": 1,
  "tenant_id": "aurora",
  "aggregate_id": "jrn_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00",
  "actor": "op_5b0f2c7e-9d3a-4f61-8c2b-7e1a4d6f9b03",
  "correlation_id": "7f9c2ba4-e88f-4d3c-a3e0-0a8f5f5f3f10",
  "occurred_at": "2026-11-20T19:24:42.417Z",
  "payload": { "id": "jrn_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00" }
}
\`\`\`

- Each event is delivered **at least once**, always with the same \`id\`: store the ids that you have processed.
- Events may arrive out of order. \`version\` is the version of the aggregate: apply an event that is newer than your
  copy, and ignore the others.
- \`payload\` contains all that a consumer needs. If it is too large for the bus, the event has
  \`payload_omitted: true\` instead: read the data from the API.
- New members may appear in a payload at any time; a member never changes its meaning.
`;

/** A payload that several events share has its name; of others the table of types shows the members. */
function buildRow(path: string, schema: Schema): string {
  const payload = readSharedSchema(schema);
  const shown = payload === undefined ? listMembers(schema) : typeName(payload);
  return `| [\`${path.replace('events/', '')}\`](../schemas/${path}.json) | ${shown} |`;
}

function buildPayloadRow(path: string, schemas: ReadonlyMap<string, Schema>): string {
  const schema = schemas.get(path);
  if (!schema) throw new Error(`no schema ${path}`);
  return `| [${typeName(path)}](../schemas/${path}.json) | ${listMembers(schema)} |`;
}

function readSharedSchema(schema: Schema): string | undefined {
  const target = schema['$ref'];
  if (target === undefined) return undefined;
  return String(target).replace(/^\.\.\/(.*)\.json$/, '$1');
}

function listMembers(schema: Schema): string {
  const names = Object.keys((schema['properties'] ?? {}) as object);
  return names.map((name) => `\`${name}\``).join(', ');
}
