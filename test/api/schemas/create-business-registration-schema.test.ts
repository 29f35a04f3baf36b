import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BUSINESS_REGISTRATION } from '../../../functions/domain/schemas/presets.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const create = (options = {}) => ledger.call('createBusinessRegistrationSchema', options);

test('defines the entity once and returns its Location', async () => {
  const key = 'preset-schema-0001';
  const answer = await create({ key });

  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ ...BUSINESS_REGISTRATION, version: 1 });
  expect(answer.headers['Location']).toBe(`/api/schemas/${answer.body.id}`);
  expect((await create({ key })).text).toBe(answer.text);
  expect((await create()).body).toMatchObject({ statusCode: 409, code: 'schema_exists' });
});

test('refuses when the institution has already defined that entity', async () => {
  const tenant = 'globex';
  const body = { ...BUSINESS_REGISTRATION, fields: [] };
  await ledger.call('createSchema', { tenant, body });

  expect((await create({ tenant })).body).toMatchObject({ code: 'schema_exists' });
  const next = await ledger.call('importSchema', { tenant, body: BUSINESS_REGISTRATION });
  expect(next.body).toMatchObject({ version: 2, fields: BUSINESS_REGISTRATION.fields });
});
