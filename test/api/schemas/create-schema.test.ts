import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildBeneficialOwner, createSchema, buildEntity } from '../../support/fixtures/schemas.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const create = (body: unknown, options = {}) => ledger.call('createSchema', { body, ...options });

test('defines an entity and returns its Location', async () => {
  const answer = await create(buildBeneficialOwner(), { correlationId: 'schema-event' });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    ...buildBeneficialOwner(),
    id: expect.stringMatching(/^sch_/),
    tenant_id: 'acme',
    version: 1,
    created_at: answer.body.updated_at,
    updated_at: expect.any(String),
  });
  expect(answer.headers['Location']).toBe(`/api/schemas/${answer.body.id}`);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'schema-event');
  expectValid('events/entity_schema.published', answer.body);
  expect(receipt && readStoredEvents(receipt)).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      type: 'entity_schema.published',
      aggregateId: answer.body.id,
      version: 1,
      payload: answer.body,
    },
  ]);
});

test('refuses a name that has a schema and repeats the first answer', async () => {
  const key = 'create-schema-0001';
  const first = await create(buildEntity('taken'), { key });

  const second = await create(buildEntity('taken'));
  const repeated = await create(buildEntity('taken'), { key });

  expect(second.body).toMatchObject({ statusCode: 409, code: 'schema_exists' });
  expect(repeated.text).toBe(first.text);
  expect(repeated.headers['Idempotency-Replayed']).toBe('true');
});

test('allows each tenant a schema of the same name', async () => {
  const mine = await createSchema(ledger, buildEntity('shared'));
  const theirs = await createSchema(ledger, buildEntity('shared'), { tenant: 'globex' });

  expect(theirs.body).toMatchObject({ tenant_id: 'globex', version: 1 });
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test('refuses one of two schemas created concurrently under one name', async () => {
  const answers = await Promise.all([create(buildEntity('race')), create(buildEntity('race'))]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { body: stored } = await ledger.call('listSchemas');
  const names = stored.map((schema: { entity_name: string }) => schema.entity_name);
  expect(names.filter((name: string) => name === 'race')).toHaveLength(1);
});

test('stores fields, names and defaults exactly as submitted', async () => {
  const body = JSON.stringify({ ...buildEntity('odd'), fields: [] }).replace(
    '"fields":[]',
    '"fields":[{"name":"__proto__","type":"STRING","required":true},' +
      '{"name":"constructor","type":"NUMBER","required":false,"default":1.10}]',
  );

  const answer = await create(body);

  expect(answer.status).toBe(201);
  expect(answer.text).toContain('{"name":"__proto__","type":"STRING","required":true}');
  const read = await ledger.call('getSchema', { path: { schemaId: answer.body.id } });
  expect(read.text).toBe(answer.text);
});

const text = { name: 'a', type: 'STRING', required: true };

const malformed: [string, Record<string, unknown>, string][] = [
  ['no name', { entity_name: undefined }, '/entity_name is required'],
  ['a name of one letter', { entity_name: 'a' }, '/entity_name must match pattern'],
  ['a name with capitals', { entity_name: 'Owner' }, '/entity_name must match pattern'],
  ['a name of 65 characters', { entity_name: 'a'.repeat(65) }, '/entity_name must match pattern'],
  ['no display name', { display_name: undefined }, '/display_name is required'],
  [
    'a display name of 161 characters',
    { display_name: 'd'.repeat(161) },
    '/display_name must NOT have more',
  ],
  ['no fields', { fields: undefined }, '/fields is required'],
  ['fields that are not an array', { fields: {} }, '/fields must be array'],
  ['a field without a type', { fields: [{ ...text, type: undefined }] }, '/fields/0/type is req'],
  ['an unknown type', { fields: [{ ...text, type: 'MONEY' }] }, '/fields/0/type must be one of'],
  [
    'a required member that is not a boolean',
    { fields: [{ ...text, required: 'no' }] },
    '/fields/0/required',
  ],
  ['an unknown member', { fields: [{ ...text, unique: true }] }, '/fields/0/unique is not allowed'],
  ['a length of zero', { fields: [{ ...text, maxLength: 0 }] }, '/fields/0/maxLength must be >= 1'],
  ['values twice', { fields: [{ ...text, enum_values: ['a', 'a'] }] }, '/fields/0/enum_values'],
  [
    '501 fields',
    { fields: Array.from({ length: 501 }, () => text) },
    '/fields must NOT have more than 500',
  ],
];

test.each(malformed)('refuses %s and names the fault', async (_, change, fault) => {
  const refused = await create(buildBeneficialOwner(change));

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(refused.body.message.join(' ')).toContain(fault);
});

const contradictory: [string, object, string][] = [
  ['an ENUM without values', { type: 'ENUM' }, '/fields/1/enum_values is required for type ENUM'],
  ['a REFERENCE to nothing', { type: 'REFERENCE' }, '/fields/1/reference_table is required for'],
  [
    'a pattern that RE2 does not accept',
    { pattern: '(?=a+)+$' },
    '/fields/1/pattern is not an RE2',
  ],
  ['a default that does not fit', { default: 5 }, '/fields/1/default must be text'],
  ['a field name used twice', { name: 'a' }, '/fields/1/name is that of /fields/0 too'],
];

test.each(contradictory)('refuses %s and stores nothing', async (_, change, fault) => {
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await create({
    ...buildEntity('contradictory'),
    fields: [text, { ...text, name: 'b', ...change }],
  });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_schema' });
  expect(refused.body.message.join(' ')).toContain(fault);
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(before.length);
});

test('requires configuration.write', async () => {
  const refused = await create({}, { permissions: ['finance.read', 'finance.write'] });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
