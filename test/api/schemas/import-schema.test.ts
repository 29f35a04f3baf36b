import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildBeneficialOwner, createSchema, buildEntity } from '../../support/fixtures/schemas.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const importOf = (body: unknown, options = {}) => ledger.call('importSchema', { body, ...options });

test('publishes the first version of an entity', async () => {
  const answer = await importOf(buildEntity('brand_new'));

  expect(answer.body).toMatchObject({ entity_name: 'brand_new', version: 1 });
  expect(answer.headers['Location']).toBe(`/api/schemas/${answer.body.id}`);
});

test('publishes the next version under the same id and keeps the earlier one', async () => {
  const first = await createSchema(ledger, buildBeneficialOwner());

  const second = await importOf(buildBeneficialOwner({ display_name: 'Owner', fields: [] }));

  expect(second.status).toBe(201);
  expect(second.body).toEqual({
    ...first.body,
    display_name: 'Owner',
    fields: [],
    version: 2,
    updated_at: expect.any(String),
  });
  const read = await ledger.call('getSchema', { path: { schemaId: first.body.id } });
  expect(read.text).toBe(second.text);
  const { PK: history } = keys.schemaVersion('acme', first.body.id, 1);
  const versions = (await readAllItems(ledger.tables.ledger)).filter(({ PK }) => PK === history);
  const definitions = versions.map((item) => JSON.parse(String(item['definition'])));
  expect(definitions).toEqual([
    buildBeneficialOwner(),
    buildBeneficialOwner({ display_name: 'Owner', fields: [] }),
  ]);
});

test('imports an exported schema', async () => {
  const original = await createSchema(ledger, buildBeneficialOwner({ entity_name: 'travelling' }));
  const path = { schemaId: original.body.id };
  const exported = await ledger.call('exportSchema', { path });

  const answer = await importOf(exported.text, { tenant: 'globex' });

  const { entity_name, display_name, fields } = original.body;
  expect(answer.body).toMatchObject({ entity_name, display_name, fields, tenant_id: 'globex' });
});

test('publishes all versions imported concurrently, one after the other', async () => {
  await createSchema(ledger, buildEntity('busy'));

  const answers = await Promise.all([1, 2, 3, 4].map(() => importOf(buildEntity('busy'))));

  expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5]);
});

test('refuses what createSchema refuses', async () => {
  const malformed = await importOf({ ...buildEntity('wrong'), display_name: 5 });
  const contradictory = await importOf({
    ...buildEntity('wrong'),
    fields: [{ name: 'a', type: 'ENUM', required: true }],
  });

  expect(malformed.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(contradictory.body).toMatchObject({ statusCode: 400, code: 'invalid_schema' });
  expect(contradictory.body.message).toEqual(['/fields/0/enum_values is required for type ENUM']);
});
