import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { createSchema, buildEntity } from '../../support/fixtures/schemas.ts';

let ledger: TestLedger;
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
beforeAll(async () => {
  ledger = await startLedger();
  for (const name of names) await createSchema(ledger, buildEntity(name));
  await createSchema(ledger, buildEntity('theirs'), { tenant: 'globex' });
  await ledger.call('importSchema', { body: buildEntity('three') });
});
afterAll(() => ledger.stop());

interface SchemaListItem {
  readonly entity_name: string;
  readonly version: number;
}

const list = (query: Record<string, string>, options = {}) =>
  ledger.call('listSchemas', { query, ...options });

test('lists the tenant’s schemas, oldest first, each in its newest version', async () => {
  const { body } = await list({});

  expect(body.map((schema: SchemaListItem) => schema.entity_name)).toEqual(names);
  expect(body.map((schema: SchemaListItem) => schema.version)).toEqual([1, 1, 2, 1, 1, 1, 1]);
});

test('continues page by page without a gap', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: '3', ...(cursor !== undefined && { cursor }) });
    seen.push(...page.body.map((schema: SchemaListItem) => schema.entity_name));
    cursor = page.headers['X-Next-Cursor'];
    expect(page.headers['Link'] === undefined).toBe(cursor === undefined);
  } while (cursor !== undefined);

  expect(seen).toEqual(names);
});

test('refuses a cursor of another tenant', async () => {
  const page = await list({ limit: '3' });
  const cursor = page.headers['X-Next-Cursor'] ?? '';

  const refused = await list({ limit: '3', cursor }, { tenant: 'globex' });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

test('is empty for a tenant without schemas', async () => {
  expect((await list({}, { tenant: 'initech' })).body).toEqual([]);
});
