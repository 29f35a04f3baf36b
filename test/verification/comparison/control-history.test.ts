// Which control codes have always controlled the same, whatever the order in which the scan finds the versions of products.
import { expect, test } from '@jest/globals';
import type { Product } from '../../../functions/domain/products/products.ts';
import { money } from '../../../functions/domain/values/money.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import {
  CHANGE_MS,
  ControlHistory,
} from '../../../functions/verification/control-accounts/control-history.ts';

const FIRST_MS = Date.parse('2026-11-22T10:00:00.000Z');
const at = (minutes: number) => new Date(FIRST_MS + minutes * 60_000).toISOString();

const publish = (version: number, customer_deposits: string, minutes: number): Product => ({
  tenantId: 'acme',
  id: 'current',
  type: 'ACCOUNT',
  config: { ledger_accounts: { customer_deposits } },
  version,
  createdAt: at(0),
  updatedAt: at(minutes),
});

function permute<Value>(values: readonly Value[]): Value[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, index) =>
    permute(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  );
}

/** Adds in every order, and divided between two parts of a run in every way; returns the different results. */
function listResults(
  additions: readonly ((history: ControlHistory) => void)[],
): readonly (readonly string[])[] {
  const results = permute(additions).flatMap((order) =>
    Array.from({ length: order.length + 1 }, (_, end) => {
      const [one, other] = [new ControlHistory(), new ControlHistory()];
      order.forEach((add, index) => add(index < end ? one : other));
      one.merge(other.save());
      return JSON.stringify([...one.listMovedCodes()].toSorted());
    }),
  );
  return [...new Set(results)].map((text) => JSON.parse(text) as string[]);
}

const addVersions = (start: string | undefined, ...products: readonly Product[]) =>
  products.map((product) => (history: ControlHistory) => history.addVersion(product, start));

const name = (...codes: readonly string[]) =>
  codes.map((code) => JSON.stringify(['acme', code])).toSorted();

test('of the versions from before a period, the newest is in force at its start', () => {
  const before = [publish(1, 'SAVINGS', 0), publish(2, 'CURRENT', 10)];

  const same = addVersions(at(60), ...before, publish(3, 'CURRENT', 90));
  const other = addVersions(at(60), ...before, publish(3, 'OTHER', 90));
  const whole = addVersions(undefined, ...before);

  expect(listResults(same)).toEqual([[]]);
  expect(listResults(other)).toEqual([name('CURRENT', 'OTHER')]);
  expect(listResults(whole)).toEqual([name('CURRENT', 'SAVINGS')]);
});

test('a version is of the period while functions may still post by the one before', () => {
  const start = new Date(FIRST_MS + 10 * 60_000 + CHANGE_MS).toISOString();
  const early = new Date(Date.parse(start) - 1).toISOString();
  const versions = [publish(1, 'SAVINGS', 0), publish(2, 'CURRENT', 10)];

  expect(listResults(addVersions(start, ...versions))).toEqual([[]]);
  expect(listResults(addVersions(early, ...versions))).toEqual([name('CURRENT', 'SAVINGS')]);
});

test('what was used before its product was known moves from the default code', () => {
  const versions = addVersions(undefined, publish(1, 'SAVINGS', 0), publish(2, 'SAVINGS', 9));
  const use = (minutes: number) => (history: ControlHistory) =>
    history.addUse('acme', 'current', buildIdGenerator(1)(new Date(at(minutes)))('acc'));

  expect(listResults([...versions, use(1), use(2)])).toEqual([[]]);
  expect(listResults([...versions, use(0), use(2)])).toEqual([
    name('CUSTOMER_DEPOSITS', 'SAVINGS'),
  ]);
  // At the start of a later period it was known.
  const later = addVersions(at(60), publish(2, 'SAVINGS', 9));
  expect(listResults([...later, use(0)])).toEqual([[]]);
});

test('a code with lines from before its product was known has moved, unless it is a default one', () => {
  const post = (accountCode: string, minutes: number) => (history: ControlHistory) =>
    history.addEntry('acme', {
      id: 'jrn_1',
      entryType: 'POSTING',
      ledgerLines: [{ accountCode, side: 'DEBIT', amount: money(5n, 'EUR') }],
      postings: [],
      currency: 'EUR',
      effectiveDate: '2026-11-22',
      postedBy: 'ada',
      correlationId: 'flow-1',
      postedAt: at(minutes),
    });
  const versions = addVersions(undefined, publish(1, 'SAVINGS', 0));

  expect(listResults([...versions, post('SAVINGS', 1), post('LOANS_RECEIVABLE', -5)])).toEqual([
    [],
  ]);
  expect(listResults([...versions, post('SAVINGS', -1), post('SAVINGS', 3)])).toEqual([
    name('SAVINGS'),
  ]);
});
