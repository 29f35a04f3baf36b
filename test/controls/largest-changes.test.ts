// The largest posting that can wait for an approval: one that waits can also be approved.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveChange, putControls } from '../support/controls/controls.ts';
import { verifyTables } from '../support/invariants/verification.ts';
import { credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

let ledger: TestLedger;
let account: string;
beforeAll(async () => {
  ledger = await startLedger();
  // Before anything else, which would leave the controls of that moment in the cache.
  await putControls(ledger, [{ operation: 'postJournalEntry' }]);
  account = await openAccount(ledger);
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

function post(count: number) {
  const { ledger_lines, account_postings } = credit(account, '1.00');
  const body = { ledger_lines, account_postings: Array(count).fill(account_postings[0]) };
  return ledger.call('postJournalEntry', { body });
}

// A posting alone has 97 at most; its approval writes the request and a second receipt too.
test('a posting waits for its approval if one transaction holds both, and is refused at once if not', async () => {
  const refused = await post(96);
  expect(refused.body).toMatchObject({ statusCode: 400, code: 'too_many_writes' });

  const waiting = await post(95);
  expect(waiting.status).toBe(202);
  const approved = await approveChange(ledger, waiting.body.id);
  expect(approved.body).toMatchObject({ status: 'APPLIED' });
  expect(approved.body.result.account_postings).toHaveLength(95);
});
