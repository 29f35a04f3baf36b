// The proposed entries of a year: balanced, within the limits of a request, and complete after several.
import { expect, test } from '@jest/globals';
import type { GeneralLedgerAccount } from '../../../functions/domain/general-ledger/accounts.ts';
import { listYearPeriods } from '../../../functions/domain/general-ledger/fiscal-years.ts';
import { DEFAULT_GENERAL_LEDGER_SETTINGS } from '../../../functions/domain/general-ledger/settings.ts';
import { isBalanced, postEntries } from '../../../functions/domain/journal/journal.ts';
import type { YearBalance } from '../../../functions/domain/projections/year-balances.ts';
import { DEFAULT_GENERAL_LEDGER_TERMS } from '../../../functions/domain/journal/entry-controls.ts';
import {
  draftYearClosing,
  listMovedCodes,
  proposeYearClosing,
} from '../../../functions/domain/requests/year-closing.ts';
import type { ClosingLine, YearClosing } from '../../../functions/domain/requests/year-closing.ts';
import { toMinorUnits } from '../../../functions/domain/values/money.ts';
import { buildPostedEvent } from '../../../functions/events/journal-entry.ts';
import { fitsReceipt } from '../../../functions/ledger/commit/receipts.ts';
import { toGeneralLedgerRequestItem } from '../../../functions/ledger/requests/general-ledger-items.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import { countStoredBytes } from '../../../functions/ledger/store/item.ts';
import { toGeneralLedgerRequestView } from '../../../functions/views/accounting-period.ts';
import { buildRandom } from '../../support/fixtures/random.ts';

const YEAR = '2025-01';
const EQUITY = 'E';
const ITEM_BYTES_MAX = 400_000;
const settings = {
  ...DEFAULT_GENERAL_LEDGER_SETTINGS,
  closedPeriods: Object.fromEntries(listYearPeriods(YEAR).map((one) => [one, 'CLOSED' as const])),
};

function propose(balances: readonly YearBalance[], reference?: string): YearClosing {
  const codes = balances.map(({ accountCode }) => accountCode);
  const accounts = [...codes, EQUITY].map((code): [string, GeneralLedgerAccount] => {
    const type = code === EQUITY ? 'EQUITY' : 'INCOME';
    const times = { createdAt: '', updatedAt: '' };
    return [code, { code, name: code, type, status: 'ACTIVE', mappings: {}, version: 1, ...times }];
  });
  const asked = { year: YEAR, equity_account_code: EQUITY, ...(reference && { reference }) };
  return proposeYearClosing(asked, { settings, balances, chart: new Map(accounts) });
}

/** The balances after the entries of the proposal. */
function applyProposal(balances: readonly YearBalance[], closing: YearClosing): YearBalance[] {
  const left = new Map(balances.map((one) => [`${one.accountCode} ${one.currency}`, one]));
  for (const { ledgerLines, currency = 'XXX' } of draftYearClosing(closing, 'glr_1')) {
    expect(isBalanced(ledgerLines)).toBe(true);
    for (const { accountCode, side, amount } of ledgerLines) {
      const name = `${accountCode} ${currency}`;
      const minor = toMinorUnits(amount);
      const { balance } = left.get(name) ?? { balance: 0n };
      const after = side === 'DEBIT' ? balance + minor : balance - minor;
      left.set(name, { accountCode, currency, balance: after });
    }
  }
  return [...left.values()];
}

const nameCurrency = (index: number) =>
  `${String.fromCharCode(65 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}A`;

test('a year with more accounts and currencies than a request holds is closed by several', () => {
  const next = buildRandom(7);
  let balances: YearBalance[] = Array.from({ length: 3_000 }, (_, index) => ({
    accountCode: `7${index}`,
    currency: nameCurrency(index % 120),
    balance: BigInt(Math.floor(next() * 1e6)) - 500_000n,
  }));
  const result = balances.reduce((sum, { balance }) => sum + balance, 0n);
  for (let remaining = Infinity; remaining > 0;) {
    const closing = propose(balances);
    const lines = closing.entries.flatMap(({ ledger_lines: own }) => own);
    expect(lines.length).toBeLessThanOrEqual(800);
    expect(closing.entries.length).toBeLessThanOrEqual(96);
    expect(closing.remaining_accounts).toBeLessThan(remaining);
    remaining = closing.remaining_accounts;
    balances = applyProposal(balances, closing);
  }

  const equity = balances.filter(({ accountCode }) => accountCode === EQUITY);
  expect(equity.reduce((sum, { balance }) => sum + balance, 0n)).toBe(result);
  const others = balances.filter(({ accountCode }) => accountCode !== EQUITY);
  expect(others.filter(({ balance }) => balance !== 0n)).toEqual([]);
});

test('a year is not closed before its periods, also where none was ever closed', () => {
  const asked = { year: YEAR, equity_account_code: EQUITY };
  const records = { balances: [], chart: new Map() };
  const { '2025-12': _, ...others } = settings.closedPeriods;
  const message = 'These periods of the year are not CLOSED';

  expect(() =>
    proposeYearClosing(asked, { ...records, settings: DEFAULT_GENERAL_LEDGER_SETTINGS }),
  ).toThrow(`${message}: ${listYearPeriods(YEAR).slice(0, 2).join(', ')}`);
  expect(() =>
    proposeYearClosing(asked, { ...records, settings: { ...settings, closedPeriods: others } }),
  ).toThrow(`${message}: 2025-12.`);
});

test('income that equals expense needs no line of the equity account', () => {
  const balances = [
    { accountCode: '6000', currency: 'EUR', balance: 100n },
    { accountCode: '7000', currency: 'EUR', balance: -100n },
  ];

  expect(propose(balances).entries[0]?.ledger_lines).toEqual([
    { account_code: '6000', credit_amount: '1.00' },
    { account_code: '7000', debit_amount: '1.00' },
  ]);
});

test('currencies have their entries in one order, whatever the order of the accounts', () => {
  const balances = ['USD', 'EUR', 'GBP'].map((currency, index) => {
    return { accountCode: `7${index}`, currency, balance: -100n };
  });
  const listCurrencies = (closing: YearClosing) => closing.entries.map(({ currency }) => currency);

  expect(listCurrencies(propose(balances))).toEqual(['EUR', 'GBP', 'USD']);
  expect(listCurrencies(propose(balances.toReversed()))).toEqual(['EUR', 'GBP', 'USD']);
});

test('a line that the store cannot keep is refused, of the equity account and of any other', () => {
  const largest = 10n ** 38n - 1n;
  const propose38 = (...balances: bigint[]) =>
    propose(
      balances.map((balance, index) => ({ accountCode: `7${index}`, currency: 'EUR', balance })),
    );

  expect(propose38(largest).entries).toHaveLength(1);
  expect(() => propose38(largest, 1n)).toThrow('The line of E would need more than 38 digits.');
  expect(() => propose38(-largest - 1n)).toThrow('The line of 70 would need more than 38 digits.');
});

test('one record holds the largest request, and one receipt its approval', () => {
  const next = buildRandom(8);
  const pick = (count: number) => Math.floor(next() * count);
  // Four bytes each, and hard to compress.
  const buildCode = () =>
    String.fromCodePoint(...Array.from({ length: 64 }, () => 0x1_0000 + pick(0xf_0000)));
  const balances = Array.from({ length: 2_000 }, (_, index) => ({
    accountCode: buildCode(),
    currency: nameCurrency(index % 96),
    balance: BigInt(`9${Array.from({ length: 34 }, () => pick(10)).join('')}`),
  }));
  const yearClosing = propose(balances, buildCode());
  const drafts = draftYearClosing(yearClosing, 'glr_1');
  const { entries } = postEntries(drafts, new Map(), {
    now: new Date(),
    postedBy: 'grace',
    correlationId: 'x',
    idsAt: buildIdGenerator(4),
    generalLedger: DEFAULT_GENERAL_LEDGER_TERMS,
  });
  const decision = { requestedBy: 'ada', decidedBy: 'grace', correlationId: 'x', reason: 'x' };
  const request = {
    id: 'glr_1',
    ...decision,
    kind: 'YEAR_CLOSE' as const,
    status: 'APPLIED' as const,
    createdAt: '',
    yearClosing,
    journalEntryIds: entries.map(({ id }) => id),
  };

  expect(countStoredBytes(toGeneralLedgerRequestItem('acme', request))).toBeLessThan(
    ITEM_BYTES_MAX,
  );
  const events = entries.map((entry) => buildPostedEvent(entry));
  expect(fitsReceipt({ body: toGeneralLedgerRequestView(request), events })).toBe(true);
});

const buildClosing = (currency: string, ledger_lines: readonly ClosingLine[]): YearClosing => ({
  year: YEAR,
  equity_account_code: EQUITY,
  entries: [{ currency, effective_date: '2025-12-31', description: 'Closing', ledger_lines }],
  remaining_accounts: 0,
});

test('lines that are new and lines that are gone differ, even where the result stays the same', () => {
  const lines: ClosingLine[] = [
    { account_code: '7000', debit_amount: '5.00' },
    { account_code: EQUITY, credit_amount: '5.00' },
  ];
  // Income and expense of the same amount.
  const more: ClosingLine[] = [
    { account_code: '6000', credit_amount: '1.00' },
    { account_code: '7100', debit_amount: '1.00' },
  ];
  const [few, all] = [buildClosing('EUR', lines), buildClosing('EUR', [...more, ...lines])];

  expect(listMovedCodes(few, all)).toEqual(['6000', '7100']);
  expect(listMovedCodes(all, few)).toEqual(['6000', '7100']);
  expect(listMovedCodes(all, buildClosing('EUR', [...lines, ...more]))).toEqual([]);
  expect(listMovedCodes(few, buildClosing('USD', lines))).toEqual(['7000', EQUITY]);
});
