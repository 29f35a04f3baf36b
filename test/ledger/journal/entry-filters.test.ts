// Several filters of the journal at once: a list of the read model serves one of them, and the entries that it names
// are compared with the others.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import { postEntry } from '../../support/fixtures/adjustments.ts';
import { createRule } from '../../support/fixtures/products.ts';
import { buildLooseBody } from '../../support/general-ledger/loose-entries.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { asTenant, credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';

const TENANT = 'acme';
const CONTROL = 'CUSTOMER_DEPOSITS';

let ledger: TestLedger;
let caller: OperationCaller;
const entries: Record<string, string> = {};
beforeAll(async () => {
  ledger = await startLedger();
  caller = asTenant(ledger, TENANT);
  await applySettings(caller, { time_zone: 'UTC', failing_rules: 'SKIP' });
  await createRule(caller, 'giro', { id: 'broken', condition: 'acount.balance > 0' });
  const ruled = await openAccount(caller, { product: 'giro' });
  const plain = await openAccount(caller, { product: 'basic' });
  entries['sound'] = await postEntry(caller, credit(plain, '1.00'));
  entries['skipped'] = await postEntry(caller, credit(ruled, '1.00'));
  // At the same time, so that a posting of one is not found by its time alone.
  const body = { entries: [buildLooseBody(plain), buildLooseBody(ruled)] };
  const [loose, both] = (await caller.call('postJournalEntries', { body })).body.items;
  Object.assign(entries, { loose: loose.id, both: both.id });
  await projectReceipts(ledger, TENANT);
});
afterAll(() => ledger.stop());

async function find(query: Record<string, string>): Promise<(string | undefined)[]> {
  const { status, body } = await caller.call('listJournalEntries', { query });
  expect(status).toBe(200);
  const names = new Map(Object.entries(entries).map(([name, id]) => [id, name]));
  return body.items.map(({ id }: { id: string }) => names.get(id)).toSorted();
}

test.each<[Record<string, string>, string[]]>([
  [{ control_difference: CONTROL }, ['both', 'loose']],
  [{ has_skipped_rules: 'true' }, ['both', 'skipped']],
  [{ has_skipped_rules: 'true', control_difference: CONTROL }, ['both']],
  [{ has_skipped_rules: 'true', has_control_differences: 'true' }, ['both']],
  [{ has_control_differences: 'true', account_code: '1000' }, ['both', 'loose']],
  [{ has_control_differences: 'true', account_code: CONTROL }, []],
  [{ has_skipped_rules: 'true', account_code: CONTROL }, ['skipped']],
])('the entries of %j match each of the filters', async (query, names) => {
  expect(await find(query)).toEqual(names);
});

test.each<[string, Record<string, string>, string[]]>([
  ['both', { has_skipped_rules: 'true' }, ['both']],
  ['loose', { has_skipped_rules: 'true' }, []],
  ['both', { has_control_differences: 'true' }, ['both']],
  ['loose', { has_control_differences: 'true', account_code: '1000' }, ['loose']],
  ['skipped', { control_difference: CONTROL }, []],
])('the entry of a posting of %s is compared with %j', async (name, filter, names) => {
  const path = { journalEntryId: String(entries[name]) };
  const { body } = await caller.call('getJournalEntry', { path });
  const [{ entry_id }] = body.account_postings;

  expect(await find({ ...filter, entry_id })).toEqual(names);
});
