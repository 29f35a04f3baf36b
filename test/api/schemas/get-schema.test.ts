import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildBeneficialOwner, createSchema } from '../../support/fixtures/schemas.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const read = (schemaId: string, options = {}) =>
  ledger.call('getSchema', { path: { schemaId }, ...options });

test('shows a schema as soon as it is created', async () => {
  const answer = await createSchema(ledger, buildBeneficialOwner());

  const found = await read(answer.body.id);

  expect(found.status).toBe(200);
  expect(found.text).toBe(answer.text);
});

test('returns 404 for an unknown schema and for one of another tenant', async () => {
  const { body } = await createSchema(ledger, buildBeneficialOwner(), { tenant: 'globex' });

  for (const id of [body.id, 'sch_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00', '__proto__', '#']) {
    expect((await read(id)).body).toMatchObject({ statusCode: 404, code: 'schema_not_found' });
  }
});
