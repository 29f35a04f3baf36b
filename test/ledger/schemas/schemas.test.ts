// Schemas in the store: each version is published once despite faults and crashes; what a call
// costs, and what the validation of imports reads.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { findSchema, readSchemaVersion } from '../../../functions/ledger/schemas/reads.ts';
import type { Session } from '../../../functions/ledger/commit/session.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { buildBeneficialOwner, createSchema, buildEntity } from '../../support/fixtures/schemas.ts';
import { openDirectClient } from '../../support/stack/tables.ts';

const reportsUnits = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynoxide';
// What a container caches does not expire while the clock stands.
advanceTime(0);
const ledger: WatchedLedger = await startWatchedLedger();
const documents = openDirectClient();
beforeEach(() => {
  ledger.proxy.heal();
  ledger.proxy.requests.length = 0;
});
afterAll(async () => {
  documents.destroy();
  await ledger.stop();
});

const nameTarget = () => `e${randomUUID().replaceAll('-', '')}`;

function expectCost(operations: string[], writeUnits = 0): void {
  const { requests } = ledger.proxy;
  expect(requests.map(({ operation }) => operation)).toEqual(operations);
  const sum = requests.reduce((total, request) => total + request.writeUnits, 0);
  if (reportsUnits) expect(sum).toBeLessThanOrEqual(writeUnits);
}

const faults: [string, StoreFault, string][] = [
  ['a conflict', 'conflict', 'TransactWriteItems'],
  ['throttling of the read', 'throttle', 'BatchGetItem'],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems'],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems'],
];

test.each(faults)('publishing recovers from %s and happens once', async (_, fault, on) => {
  const body = buildEntity(nameTarget());
  await createSchema(ledger, body);
  let left = 2;
  ledger.proxy.fail((operation) => (operation === on && left-- > 0 ? fault : 'none'));

  const answer = await ledger.call('importSchema', { body });

  ledger.proxy.heal();
  expect(answer.body).toMatchObject({ version: 2 });
  const read = await ledger.call('getSchema', { path: { schemaId: answer.body.id } });
  expect(read.text).toBe(answer.text);
});

test.each(['dead', 'lost'] as const)(
  'publishes once after a crash at the commit (%s) and a retry',
  async (fault) => {
    const body = buildEntity(nameTarget());
    const key = randomUUID();
    // A crashed process sends no further requests.
    let isOver = false;
    ledger.proxy.fail((operation) => {
      const found = isOver ? 'dead' : operation === 'TransactWriteItems' ? fault : 'none';
      isOver ||= found !== 'none';
      return found;
    });
    const crashed = await ledger.call('createSchema', {
      body,
      key,
      remainingMs: () => (isOver ? 1_000 : 30_000),
    });
    expect(crashed.body).toMatchObject({ statusCode: 503, code: 'outcome_unknown' });
    ledger.proxy.heal();

    const answer = await ledger.call('createSchema', { body, key });

    expect(answer.body).toMatchObject({ version: 1 });
    const again = await ledger.call('createSchema', { body });
    expect(again.body).toMatchObject({ code: 'schema_exists' });
  },
);

test('creating and importing: 2 requests, 11 write units; a replay: 1', async () => {
  const body = buildEntity(nameTarget());
  const key = randomUUID();

  await ledger.call('createSchema', { body, key });
  expectCost(['BatchGetItem', 'TransactWriteItems'], 11);
  ledger.proxy.requests.length = 0;

  await ledger.call('importSchema', { body });
  expectCost(['BatchGetItem', 'TransactWriteItems'], 11);
  ledger.proxy.requests.length = 0;

  await ledger.call('createSchema', { body, key });
  expectCost(['BatchGetItem']);
});

test('reading and exporting: 1 request; a page: 1 for each shard', async () => {
  const { id: schemaId } = (await createSchema(ledger, buildEntity(nameTarget()))).body;
  ledger.proxy.requests.length = 0;

  await ledger.call('getSchema', { path: { schemaId } });
  await ledger.call('exportSchema', { path: { schemaId } });
  expectCost(['GetItem', 'GetItem']);
  ledger.proxy.requests.length = 0;

  await ledger.call('listSchemas');
  expectCost(['Query', 'Query', 'Query', 'Query']);
});

test('finds a schema by its entity, and each version as it was published', async () => {
  const entity_name = nameTarget();
  const { id } = (await createSchema(ledger, buildBeneficialOwner({ entity_name }))).body;
  await ledger.call('importSchema', { body: buildEntity(entity_name) });
  const session = sessionOf('acme');

  const newest = await findSchema(session, entity_name);
  const first = await readSchemaVersion(session, id, 1);

  expect(newest).toMatchObject({ id, version: 2, definition: buildEntity(entity_name) });
  expect(first).toMatchObject({
    id,
    version: 1,
    definition: buildBeneficialOwner({ entity_name }),
  });
  await expect(readSchemaVersion(session, id, 3)).rejects.toMatchObject({
    code: 'schema_not_found',
  });
  expect(await findSchema(session, 'nothing')).toBeUndefined();
  expect(await findSchema(sessionOf('globex'), entity_name)).toBeUndefined();
});

function sessionOf(tenant: string): Session {
  const { ledger: ledgerTable, receipts: receiptsTable } = ledger.tables;
  return {
    store: { documents, ledgerTable, receiptsTable, shards: 4 },
    tenant,
    actor: 'ada',
    correlationId: 'test',
    operation: 'test',
  };
}
