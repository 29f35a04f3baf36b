import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const post = (body: unknown, options = {}) => ledger.call('postJournalEntry', { body, ...options });
const balanceOf = async (accountId: string) =>
  (await ledger.call('getAccountBalance', { path: { accountId } })).body.balance;

test('moves money between two accounts and shows the balance after each posting', async () => {
  const from = await openAccount(ledger, { funds: '100.00' });
  const to = await openAccount(ledger);

  const posted = await post({
    ...transfer(from, to, '30.05'),
    description: 'Rent',
    effective_date: '2026-01-31',
  });

  expect(posted.status).toBe(201);
  expect(posted.headers['Location']).toBe(`/api/journal-entries/${posted.body.id}`);
  expect(posted.body).toMatchObject({
    entry_type: 'POSTING',
    currency: 'EUR',
    description: 'Rent',
    effective_date: '2026-01-31',
    posted_by: 'ada',
    ledger_lines: [
      { account_code: 'CUSTOMER_DEPOSITS', debit_amount: '30.05' },
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: '30.05' },
    ],
    account_postings: [
      { account_id: from, balance_after: '69.95', posting_key: `${posted.body.id}#1` },
      { account_id: to, balance_after: '30.05', posting_key: `${posted.body.id}#2` },
    ],
  });
  expect(await balanceOf(from)).toBe('69.95');
  expect(await balanceOf(to)).toBe('30.05');
  const read = await ledger.call('getJournalEntry', { path: { journalEntryId: posted.body.id } });
  expect(read.text).toBe(posted.text);
});

test('posts general-ledger lines without an account', async () => {
  const { ledger_lines } = credit('', '5.00');

  const posted = await post({ ledger_lines });

  expect(posted.status).toBe(201);
  expect(posted.body.account_postings).toEqual([]);
  expect(posted.body).not.toHaveProperty('currency');
});

test('keeps amounts exact far beyond the range of a float', async () => {
  const account = await openAccount(ledger);
  const huge = `${'9'.repeat(35)}.99`;

  await post(credit(account, huge));
  const posted = await post(debit(account, '0.01'));

  expect(posted.body.account_postings[0].balance_after).toBe(`${'9'.repeat(35)}.98`);
  const entry = await post(debit(account, `${'9'.repeat(35)}.98`));
  expect(entry.body.account_postings[0].balance_after).toBe('0.00');
});

test('refuses a balance that the store cannot hold exactly and posts nothing', async () => {
  const account = await openAccount(ledger);
  const largest = `${'9'.repeat(36)}.99`;
  await post(credit(account, largest));

  const refused = await post(credit(account, '0.01'));

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'balance_out_of_range' });
  expect(await balanceOf(account)).toBe(largest);
});

test('refuses movements of a control account that the store cannot hold exactly', async () => {
  const largest = `${'9'.repeat(36)}.99`;
  const line = (account_code: string, side: string) => ({ account_code, [side]: largest });
  const refused = await post({
    ledger_lines: [
      ...[1, 2].map(() => line('1000', 'debit_amount')),
      ...[1, 2].map(() => line('CUSTOMER_DEPOSITS', 'credit_amount')),
    ],
  });

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'balance_out_of_range' });
});

test('applies several postings on one account in order', async () => {
  const account = await openAccount(ledger);
  const { ledger_lines, account_postings } = credit(account, '10.00');
  const twice = {
    ledger_lines,
    account_postings: [...account_postings, ...debit(account, '4.00').account_postings],
  };

  const posted = await post(twice);

  expect(
    posted.body.account_postings.map((p: { balance_after: string }) => p.balance_after),
  ).toEqual(['10.00', '6.00']);
});

test('accepts an opening balance only as the first entry of an account', async () => {
  const account = await openAccount(ledger);
  const opening = { ...credit(account, '7.00'), entry_type: 'OPENING_BALANCE' };

  expect((await post(opening)).body.entry_type).toBe('OPENING_BALANCE');
  expect((await post(opening)).body).toMatchObject({
    statusCode: 409,
    code: 'opening_balance_not_first',
  });
});

const line = (members: object) => ({ account_code: '1', ...members });
const pair = [line({ debit_amount: '1.00' }), line({ credit_amount: '1.00' })];
const onAccount = (members: object) => [
  { account_id: 'acc_x', direction: 'CREDIT', amount: '1.00', currency: 'EUR', ...members },
];

const malformed: [string, unknown, string][] = [
  ['one line', { ledger_lines: [pair[0]] }, 'invalid_request'],
  ['too many lines', { ledger_lines: Array(1001).fill(pair[0]) }, 'invalid_request'],
  [
    'an empty code',
    { ledger_lines: [{ ...pair[0], account_code: '' }, pair[1]] },
    'invalid_request',
  ],
  [
    'a code of 65 characters',
    { ledger_lines: [{ ...pair[0], account_code: 'c'.repeat(65) }, pair[1]] },
    'invalid_request',
  ],
  ...[' 1', '1 ', '1  2', '1\u00a02', '1\u200b2', '1\t2', '1\n', '\u0000', '1\u2028'].map(
    (account_code): [string, unknown, string] => [
      `the account code ${JSON.stringify(account_code)}`,
      { ledger_lines: [{ ...pair[0], account_code }, pair[1]] },
      'invalid_request',
    ],
  ),
  [
    'an unknown line member',
    { ledger_lines: [{ ...pair[0], memo: '' }, pair[1]] },
    'invalid_request',
  ],
  ['a number as amount', { ledger_lines: [line({ debit_amount: 1 }), pair[1]] }, 'invalid_request'],
  ...[
    '1',
    '1.0',
    '01.00',
    '-1.00',
    '+1.00',
    '1e5',
    '1.000',
    ' 1.00',
    '１.00',
    `${'9'.repeat(37)}.00`,
  ].map((amount): [string, unknown, string] => [
    `the amount ${amount}`,
    { ledger_lines: [line({ debit_amount: amount }), pair[1]] },
    'invalid_request',
  ]),
  [
    'an unknown direction',
    { ledger_lines: pair, account_postings: onAccount({ direction: 'credit' }) },
    'invalid_request',
  ],
  [
    'a reference of 161 characters',
    { ledger_lines: pair, account_postings: onAccount({ reference: 'r'.repeat(161) }) },
    'invalid_request',
  ],
  [
    'a reference of two lines',
    { ledger_lines: pair, account_postings: onAccount({ reference: 'rent\r\npaid' }) },
    'invalid_request',
  ],
  [
    'an unknown posting member',
    { ledger_lines: pair, account_postings: onAccount({ memo: '' }) },
    'invalid_request',
  ],
  [
    'a day that does not exist',
    { ledger_lines: pair, effective_date: '2026-02-30' },
    'invalid_request',
  ],
  [
    'a type reserved for adjustments',
    { ledger_lines: pair, entry_type: 'REVERSAL' },
    'invalid_request',
  ],
  [
    'a description of 501 characters',
    { ledger_lines: pair, description: 'd'.repeat(501) },
    'invalid_request',
  ],
  [
    'both amounts in a line',
    { ledger_lines: [line({ debit_amount: '1.00', credit_amount: '1.00' }), ...pair] },
    'invalid_ledger_line',
  ],
  ['no amount in a line', { ledger_lines: [line({}), ...pair] }, 'invalid_ledger_line'],
  [
    'zero in a line',
    { ledger_lines: [line({ debit_amount: '0.00' }), ...pair] },
    'invalid_ledger_line',
  ],
  [
    'zero in a posting',
    { ledger_lines: pair, account_postings: onAccount({ amount: '0.00' }) },
    'invalid_amount',
  ],
  [
    'debits that differ from the credits',
    { ledger_lines: [...pair, line({ debit_amount: '0.01' })] },
    'unbalanced',
  ],
  [
    'two currencies',
    { ledger_lines: pair, account_postings: [...onAccount({}), ...onAccount({ currency: 'USD' })] },
    'mixed_currencies',
  ],
  [
    'more writes than a transaction allows',
    { ledger_lines: pair, account_postings: Array(98).fill(onAccount({})[0]) },
    'too_many_writes',
  ],
];

test.each(malformed)('refuses %s', async (_, body, code) => {
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await post(body);

  expect(refused.body).toMatchObject({ statusCode: 400, code });
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(before.length);
});

test.each(['1000 CASH', '411 DUPONT & CIE', '７０１', 'кaсса', '😀'])(
  'accepts the account code %j and stores it as written',
  async (account_code) => {
    const posted = await post({ ledger_lines: pair.map((one) => ({ ...one, account_code })) });

    expect(posted.body.ledger_lines).toMatchObject([{ account_code }, { account_code }]);
  },
);

test('accepts as many postings as one transaction allows', async () => {
  const account = await openAccount(ledger);
  const { ledger_lines, account_postings } = credit(account, '1.00');

  const posted = await post({
    ledger_lines,
    account_postings: Array(97).fill(account_postings[0]),
  });

  expect(posted.body.account_postings.at(-1).balance_after).toBe('97.00');
});

test('refuses an unknown account and one of another tenant with the same message', async () => {
  const theirs = await openAccount(ledger, { tenant: 'globex' });

  const foreign = await post(credit(theirs, '1.00'));
  const unknown = await post(credit('acc_no-such-account', '1.00'));

  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
  expect(unknown.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
});

test('refuses a posting that would overdraw the account and posts nothing', async () => {
  const account = await openAccount(ledger, { funds: '10.00' });
  const other = await openAccount(ledger);

  const refused = await post(transfer(account, other, '10.01'));

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'insufficient_funds' });
  expect(await balanceOf(account)).toBe('10.00');
  expect(await balanceOf(other)).toBe('0.00');
});

test('refuses a posting in another currency than its account’s', async () => {
  const account = await openAccount(ledger, { currency: 'USD' });

  const refused = await post(credit(account, '1.00'));

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'currency_mismatch' });
});
