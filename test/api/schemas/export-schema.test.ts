import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildBeneficialOwner, createSchema } from '../../support/fixtures/schemas.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const exported = (schemaId: string, options = {}) =>
  ledger.call('exportSchema', { path: { schemaId }, ...options });

test('returns the definition without tenant data, and its JSON Schema', async () => {
  const { body } = await createSchema(ledger, buildBeneficialOwner());

  const answer = await exported(body.id);

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    ...buildBeneficialOwner(),
    version: 1,
    json_schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:entity-schema:beneficial_owner',
      title: 'Beneficial owner',
      type: 'object',
      properties: {
        full_name: { type: 'string', maxLength: 20, pattern: '^[A-Z]' },
        share: { type: 'number', description: 'Of the capital, percent.' },
        born_on: { type: 'string', format: 'date' },
        is_resident: { type: 'boolean', default: true },
        role: { type: 'string', enum: ['OWNER', 'TRUSTEE'] },
        customer_id: { type: 'string', minLength: 1, $comment: 'References customers.' },
      },
      required: ['full_name', 'share'],
      additionalProperties: false,
    },
  });
});

test('exports a schema that any validator of JSON Schema 2020-12 accepts', async () => {
  const body = buildBeneficialOwner({ entity_name: 'for_ajv' });
  const { json_schema: schema } = (await exported((await createSchema(ledger, body)).body.id)).body;
  const ajv = new Ajv2020({ strict: true });
  ajvFormats.default(ajv, ['date']);

  const isValid = ajv.compile(schema);

  expect(isValid({ full_name: 'Ada', share: 50, born_on: '1815-12-10' })).toBe(true);
  expect(isValid({ full_name: 'ada', share: 50 })).toBe(false);
});

test('returns 404 for an unknown schema and for one of another tenant', async () => {
  const { body } = await createSchema(ledger, buildBeneficialOwner(), { tenant: 'globex' });

  for (const id of [body.id, 'sch_unknown']) {
    expect((await exported(id)).body).toMatchObject({ statusCode: 404, code: 'schema_not_found' });
  }
});
