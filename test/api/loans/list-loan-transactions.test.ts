import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealCursor } from '../../../functions/runtime/cursors.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { agreeLoan, disbursedLoan, fee } from '../../support/fixtures/loans.ts';
import { replaceIdTime } from '../../support/fixtures/absent-ids.ts';

let ledger: TestLedger;
let loanId: string;
const posted: unknown[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  loanId = (await agreeLoan(ledger)).id;
  // Posted without a pause: within one millisecond too, the order is that of posting.
  for (let count = 0; count < 23; count += 1) {
    const body = fee(`${count + 1}.00`);
    posted.push((await ledger.call('postLoanTransaction', { path: { loanId }, body })).body);
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, tenant = 'acme', id = loanId) =>
  ledger.call('listLoanTransactions', { path: { loanId: id }, query, tenant });

test('lists the transactions of this loan only, in posting order', async () => {
  await disbursedLoan(ledger);

  const answer = await list();

  expect(answer.body).toEqual({ items: posted });
});

test.each(['1', '7', '22', '23', '100'])('pages through all of them by %s', async (limit) => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit, ...(cursor && { cursor }) });
    expect(page.body.items.length).toBeLessThanOrEqual(Number(limit));
    seen.push(...page.body.items);
    cursor = page.body.next_cursor;
  } while (cursor);

  expect(seen).toEqual(posted);
});

test('returns an empty page for a loan without transactions', async () => {
  const { id } = await agreeLoan(ledger);

  expect((await list({}, 'acme', id)).body).toEqual({ items: [] });
});

test.each(['0', '101', '-1', '1.5', 'ten', ''])('refuses the limit %s', async (limit) => {
  expect((await list({ limit })).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test('returns 404 for a loan of another tenant and for an unknown one', async () => {
  const absent = replaceIdTime(loanId);

  for (const refused of [
    await list({}, 'globex'),
    await list({}, 'acme', absent),
    await list({}, 'acme', 'loan_x'),
  ]) {
    expect(refused.body).toMatchObject({ statusCode: 404, code: 'loan_not_found' });
  }
});

test('refuses a cursor that was changed or taken from another loan or tenant', async () => {
  const cursor = (await list({ limit: '5' })).body.next_cursor as string;
  const other = await agreeLoan(ledger);
  const flipped = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A');

  // The digest is no secret: anyone can seal any key of their own lists.
  const scope = { tenant: 'acme', operation: 'listLoanTransactions', filters: [{ loanId }, {}] };

  for (const refused of [
    await list({ cursor: sealCursor(scope, 'zzz') }),
    await list({ cursor: flipped }),
    await list({ cursor }, 'globex'),
    await list({ cursor }, 'acme', other.id),
  ]) {
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});
