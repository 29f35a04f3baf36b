// Accounts: a statement that adds up, and the form for a new account.
import { expect, test } from '@jest/globals';
import { buildStatementRows } from '../../console/src/pages/account/statement/statement-csv.ts';
import { sumStatement } from '../../console/src/pages/account/statement/statement-sum.ts';
import {
  buildMetadata,
  findMetadataFaults,
  toMetadataRows,
} from '../../console/src/parts/metadata/metadata-rows.ts';
import {
  buildAccountBody,
  buildAccountDraft,
  findAccountFaults,
  isSound,
} from '../../console/src/pages/new-account/account-draft.ts';

test('a statement adds up, or is said not to', () => {
  const entries = [
    { direction: 'CREDIT', amount: '1250.00' },
    { direction: 'DEBIT', amount: '0.01' },
    { direction: 'CREDIT', amount: '5.00' },
  ] as const;
  const balances = { opening_balance: '-10.00', closing_balance: '1244.99' };

  expect(sumStatement(entries, balances)).toEqual({
    amountIn: '1255.00',
    amountOut: '0.01',
    addsUp: true,
  });
  expect(sumStatement(entries.slice(1), balances).addsUp).toBe(false);
  expect(sumStatement([], { opening_balance: '7.00', closing_balance: '7.00' }).addsUp).toBe(true);
  expect(sumStatement(entries, {}).addsUp).toBe(false);
});

test('a statement is saved between its closing and its opening balance', () => {
  const entry = {
    id: 'ent_1',
    account_id: 'acc_1',
    journal_entry_id: 'jrn_1',
    posting_key: 'jrn_1#1',
    entry_type: 'POSTING',
    direction: 'DEBIT',
    amount: '0.50',
    currency: 'EUR',
    balance_after: '1.50',
    posted_at: '2026-11-20T09:30:00.000Z',
  } as const;
  const summary = { items: [entry], opening_balance: '2.00', closing_balance: '1.50' };
  const rows = buildStatementRows({ items: [entry], summary });

  expect(rows.map(({ type, amountOut, balance }) => [type, amountOut, balance])).toEqual([
    ['Closing balance', '', '1.50'],
    ['POSTING', '0.50', '1.50'],
    ['Opening balance', '', '2.00'],
  ]);
});

test('a new account is sent as typed, without what surrounds it', () => {
  const { texts, metadata } = buildAccountDraft('EUR');
  const named = {
    ...texts,
    name: ' Ada Lovelace ',
    customer: 'cus-1',
    product: 'current-account ',
  };
  const complete = { texts: named, metadata };

  expect(isSound(findAccountFaults(complete))).toBe(true);
  expect(buildAccountBody(complete)).toEqual({
    name: 'Ada Lovelace',
    customer_id: 'cus-1',
    product_id: 'current-account',
    currency: 'EUR',
  });
  const pairs = [{ id: 'a', key: ' branch ', value: 'Lisbon 4' }];
  const whole = { texts: { ...named, externalId: 'core-1' }, metadata: pairs };
  expect(buildAccountBody(whole)).toMatchObject({
    external_id: 'core-1',
    metadata: { branch: 'Lisbon 4' },
  });
});

test('what a new account lacks is named by its field', () => {
  const empty = buildAccountDraft('XXX');
  expect(findAccountFaults(empty).texts).toEqual({
    name: 'nameMissing',
    customer: 'customerMissing',
    product: 'productMissing',
    currency: 'currencyInvalid',
  });
  const long = { name: 'n'.repeat(161), customer: 'c'.repeat(129), externalId: 'e'.repeat(129) };
  const texts = { ...buildAccountDraft('EURO').texts, ...long, product: 'p' };
  expect(findAccountFaults({ texts, metadata: [] }).texts).toEqual({
    name: 'nameLong',
    customer: 'textLong',
    currency: 'currencyInvalid',
    externalId: 'textLong',
  });
});

test('metadata keeps to the limits of the contract, character by character', () => {
  const pair = (id: string, key: string, value = '') => ({ id, key, value });
  const sound = [pair('a', '🏦'.repeat(64)), pair('b', 'b', '🏦'.repeat(500)), pair('c', 'é')];
  expect(findMetadataFaults(sound)).toEqual({});
  expect(Object.keys(buildMetadata(sound))).toHaveLength(3);
  const faulty = [
    pair('a', 'k'.repeat(65)),
    pair('b', ' '),
    pair('c', 'two\nlines'),
    pair('d', 'branch'),
    pair('e', 'branch ', 'v'.repeat(501)),
  ];
  const texts = buildAccountDraft('EUR').texts;
  const faults = findAccountFaults({ texts, metadata: faulty });
  expect(Object.keys(faults.metadata)).toEqual([
    'a.key',
    'b.key',
    'c.key',
    'd.key',
    'e.key',
    'e.value',
  ]);
  expect(toMetadataRows({ branch: 'Lisbon 4' })).toMatchObject([{ key: 'branch' }]);
});
