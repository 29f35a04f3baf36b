import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildEntity } from '../../support/fixtures/schemas.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const list = (schemaId: string, tenant = 'acme') =>
  ledger.call('listSchemaVersions', { tenant, path: { schemaId } });

test('shows the first definition and each one that was imported since', async () => {
  const body = buildEntity('owner');
  const first = await ledger.call('createSchema', { body });
  const second = await ledger.call('importSchema', { body: { ...body, display_name: 'Owners' } });
  await projectReceipts(ledger);

  const { items } = (await list(first.body.id)).body;

  expect(items).toMatchObject([
    { version: 2, operation: 'importSchema', content: second.body },
    { version: 1, operation: 'createSchema', content: first.body },
  ]);
  expect((await list(first.body.id, 'globex')).body.code).toBe('schema_not_found');
});
