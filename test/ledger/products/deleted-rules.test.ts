// Deleted rules are kept, and cost later requests next to nothing.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RULES_MAX } from '../../../functions/domain/rules/rules.ts';
import { buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

const path = { productId: 'giro' };
const DELETED = 60;

let ledger: WatchedLedger;
const ids = Array.from({ length: RULES_MAX - 1 }, (_, index) => `a-${index + 100}`);
beforeAll(async () => {
  ledger = await startWatchedLedger();
  for (const id of ids) expect((await create({ id })).status).toBe(201);
  // Their ids come after all others.
  for (let count = 0; count < DELETED; count += 1) {
    const { body } = await create({});
    await ledger.call('deleteRule', { path: { ...path, ruleId: body.id } });
  }
});
afterAll(() => ledger.stop());

const create = (change: object) =>
  ledger.call('createRule', { path, body: buildRuleBody({ ...change }) });

test('the rules of a product are counted in two requests', async () => {
  ledger.proxy.requests.length = 0;

  const made = await create({ id: 'a-099' });

  expect(made.status).toBe(201);
  const queries = ledger.proxy.requests.filter(({ operation }) => operation === 'Query');
  expect(queries.length).toBeLessThanOrEqual(2);
  expect((await create({})).body).toMatchObject({ code: 'too_many_rules' });
});

test.each([1, 7, RULES_MAX])('pages of %i rules have each rule once', async (limit) => {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: String(limit), ...(cursor !== undefined && { cursor }) };
    const { body, headers } = await ledger.call('listRules', { path, query });
    expect(body.length).toBeLessThanOrEqual(limit);
    found.push(...body.map(({ id }: { readonly id: string }) => id));
    cursor = headers['X-Next-Cursor'];
  } while (cursor !== undefined);

  expect(found).toEqual(['a-099', ...ids]);
});
