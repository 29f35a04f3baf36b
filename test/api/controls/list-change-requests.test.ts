import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { putControls } from '../../support/controls/controls.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildAccountBody } from '../../../tools/samples/request-bodies.ts';

let ledger: TestLedger;
let accountRequest: string;
beforeAll(async () => {
  ledger = await startLedger();
  await putControls(ledger, [{ operation: 'createAccount' }]);
  accountRequest = (await ledger.call('createAccount', { body: buildAccountBody() })).body.id;
  await ledger.call('replaceControls', { body: { controls: [] } });
});
afterAll(() => ledger.stop());

const list = async (query: Record<string, string>) =>
  (await ledger.call('listChangeRequests', { query })).body;

test('lists change requests by status and operation, newest first', async () => {
  const operations = (page: { items: { operation: string }[] }) =>
    page.items.map(({ operation }) => operation);

  expect(operations(await list({}))).toEqual([
    'replaceControls',
    'createAccount',
    'replaceControls',
  ]);
  const pending = { status: 'PENDING_APPROVAL' };
  expect(operations(await list(pending))).toEqual(['replaceControls', 'createAccount']);
  const ofAccounts = await list({ ...pending, operation: 'createAccount' });
  expect(ofAccounts.items).toMatchObject([{ id: accountRequest }]);
  expect((await list({ operation: 'replaceControls' })).items).toHaveLength(2);
  const first = await list({ limit: '1' });
  const rest = await list({ cursor: first.next_cursor });
  expect(operations(rest)).toEqual(['createAccount', 'replaceControls']);
});

test('refuses a cursor of another list', async () => {
  const answer = await ledger.call('listChangeRequests', { query: { cursor: 'x' } });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});
