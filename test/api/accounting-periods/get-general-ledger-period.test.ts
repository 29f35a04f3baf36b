import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closePeriod, PERIOD } from '../../support/accounting-periods/closings.ts';
import { postLines } from '../../support/accounting-periods/years.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

const LARGEST = `${'9'.repeat(36)}.99`;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('a period is a month; one that was never closed is open', async () => {
  const read = (period: string) => ledger.call('getGeneralLedgerPeriod', { path: { period } });

  expect((await read('2026-10')).body).toEqual({ period: '2026-10', state: 'OPEN', version: 0 });
  for (const period of ['2026-13', '2026-1', '2026']) {
    expect((await read(period)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  }
});

test('control totals have as many digits as their entries add up to', async () => {
  const lines = { debit: '1000', credit: '2000', amount: LARGEST, date: `${PERIOD}-15` };
  await postLines(ledger, lines);
  await postLines(ledger, lines);

  const closed = await closePeriod(ledger, 'acme');

  const total = `1${'9'.repeat(36)}.98`;
  expect(closed.totals).toMatchObject([{ total_debits: total, total_credits: total }]);
});
