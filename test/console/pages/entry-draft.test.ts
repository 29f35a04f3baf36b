// What an operator types becomes one balanced request, or says what to change.
import { expect, test } from '@jest/globals';
import type { Account } from '../../../client/client.ts';
import {
  buildEntryBody,
  computeImbalance,
  EMPTY_LINE,
  EMPTY_POSTING,
  findDraftFaults,
  hasAmount,
} from '../../../console/src/pages/post/entry-draft.ts';
import type { EntryInput } from '../../../console/src/pages/post/entry-draft.ts';
import { listFees } from '../../../console/src/pages/post/form/fees.ts';
import {
  buildTransferBody,
  findTransferFaults,
  readDepositCode,
} from '../../../console/src/pages/post/transfer-draft.ts';
import type { TransferDraft } from '../../../console/src/pages/post/transfer-draft.ts';

const ADA: Account = {
  id: 'acc_1',
  name: 'Ada Lovelace',
  currency: 'EUR',
  status: 'ACTIVE',
  balance: '1250.00',
  version: 1,
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
};
const GRACE: Account = { ...ADA, id: 'acc_2', name: 'Grace Hopper', balance: '0.10' };
const LARGEST = `${'9'.repeat(36)}.99`;

const ENTRY: EntryInput = {
  lines: [
    { ...EMPTY_LINE, id: 'a', code: '1000-CASH', debit: LARGEST },
    { ...EMPTY_LINE, id: 'b', code: ' CUSTOMER_DEPOSITS ', credit: LARGEST },
  ],
  postings: [{ ...EMPTY_POSTING, id: 'p', account: ADA, amount: LARGEST, reference: ' Rent ' }],
  description: '',
  effectiveDate: '2026-11-20',
};

test('an entry of 38 digits is sent as it was typed', () => {
  expect(findDraftFaults(ENTRY)).toEqual({});
  expect(buildEntryBody(ENTRY)).toEqual({
    ledger_lines: [
      { account_code: '1000-CASH', debit_amount: LARGEST },
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: LARGEST },
    ],
    account_postings: [
      {
        account_id: 'acc_1',
        direction: 'CREDIT',
        amount: LARGEST,
        currency: 'EUR',
        reference: 'Rent',
      },
    ],
    effective_date: '2026-11-20',
  });
});

const [debit, credit] = ENTRY.lines as [EntryInput['lines'][0], EntryInput['lines'][0]];
const [posting] = ENTRY.postings as [EntryInput['postings'][0]];

test.each<[string, Partial<EntryInput>, object]>([
  [
    'a missing cent',
    {
      lines: [
        { ...debit, debit: '1.00' },
        { ...credit, credit: '1.01' },
      ],
    },
    { lines: 'faultUnbalanced' },
  ],
  ['one line', { lines: [debit] }, { lines: 'faultLines' }],
  ['both sides', { lines: [{ ...debit, credit: '1.00' }, credit] }, { 'a.debit': 'faultSides' }],
  ['no amount', { lines: [{ ...debit, debit: '' }, credit] }, { 'a.credit': 'faultAmount' }],
  ['zero', { lines: [{ ...debit, debit: '0.00' }, credit] }, { 'a.debit': 'faultZero' }],
  [
    'three places',
    { lines: [{ ...debit, debit: '1.0001' }, credit] },
    { 'a.debit': 'faultInvalid' },
  ],
  [
    'another locale',
    { lines: [{ ...debit, debit: '1.250,00' }, credit] },
    { 'a.debit': 'faultAmbiguous' },
  ],
  ['no code', { lines: [{ ...debit, code: ' ' }, credit] }, { 'a.code': 'faultCode' }],
  [
    'no account',
    { postings: [{ ...posting, account: undefined }] },
    { 'p.account': 'faultAccount' },
  ],
  [
    'two currencies',
    { postings: [posting, { ...posting, id: 'q', account: { ...GRACE, currency: 'USD' } }] },
    { 'q.account': 'faultCurrency' },
  ],
  ['no day', { effectiveDate: '2026-02-30' }, { effectiveDate: 'faultDate' }],
])('an entry with %s says so', (_name, change, faults) => {
  expect(findDraftFaults({ ...ENTRY, ...change })).toEqual(faults);
});

test('lines say by how much they do not balance, as far as they can be read', () => {
  expect(computeImbalance(ENTRY.lines)).toBe(0n);
  expect(
    computeImbalance([
      { ...debit, debit: '2.01' },
      { ...credit, credit: 'x' },
    ]),
  ).toBe(201n);
});

test('lines without an amount are not said to balance', () => {
  expect(hasAmount(ENTRY.lines)).toBe(true);
  expect(
    hasAmount([
      { ...debit, debit: '' },
      { ...credit, credit: '' },
    ]),
  ).toBe(false);
  expect(
    hasAmount([
      { ...debit, debit: '12 euros' },
      { ...credit, credit: '0.00' },
    ]),
  ).toBe(false);
  expect(hasAmount([{ ...debit, debit: '' }, credit])).toBe(true);
});

const TRANSFER: TransferDraft = {
  from: ADA,
  to: GRACE,
  fromText: 'Ada',
  toText: 'Grace',
  amount: '1000.05',
  reference: '',
  description: 'Rent',
};
const CODES = { from: 'DEPOSITS_A', to: 'DEPOSITS_B' };

test('a transfer writes its lines on the codes of both products', () => {
  expect(findTransferFaults(TRANSFER)).toEqual({});
  const body = buildTransferBody(TRANSFER, CODES);
  const amount = '1000.05';

  expect(body).toEqual({
    ledger_lines: [
      { account_code: 'DEPOSITS_A', debit_amount: amount },
      { account_code: 'DEPOSITS_B', credit_amount: amount },
    ],
    account_postings: [
      { account_id: 'acc_1', direction: 'DEBIT', amount, currency: 'EUR' },
      { account_id: 'acc_2', direction: 'CREDIT', amount, currency: 'EUR' },
    ],
    description: 'Rent',
  });
});

test.each<[string, Partial<TransferDraft>, object]>([
  ['no accounts', { from: undefined, to: undefined }, { from: 'faultAccount', to: 'faultAccount' }],
  ['one account', { to: ADA }, { to: 'faultSameAccount' }],
  ['two currencies', { to: { ...GRACE, currency: 'USD' } }, { to: 'faultCurrency' }],
  ['no amount', { amount: '' }, { amount: 'faultAmount' }],
])('a transfer with %s says so', (_name, change, faults) => {
  expect(findTransferFaults({ ...TRANSFER, ...change })).toEqual(faults);
});

test('an account without a published product is controlled by the default code', () => {
  expect(readDepositCode(null)).toBe('CUSTOMER_DEPOSITS');
});

test('fees are the postings that the entry did not ask for', () => {
  const entry = buildTransferBody({ ...TRANSFER, reference: 'Rent' }, CODES);
  const [paid, received] = (entry.account_postings ?? []).map((asked) => ({
    ...asked,
    balance_after: '0.00',
  }));
  const fee = { ...paid, amount: '0.25', reference: 'Fee transfer-fee', balance_after: '0.00' };
  const previewed = { entry_type: 'POSTING', ledger_lines: [], effective_date: '2026-11-20' };
  const list = (postings: readonly unknown[]) =>
    listFees(entry, [{ ...previewed, account_postings: postings } as never]);

  expect(list([paid, received])).toEqual([]);
  expect(list([paid, fee, received, paid])).toEqual([fee, paid]);
});
