// Arbitrary values of nouns for property tests.
import type { Arbitrary } from 'fast-check';
import type { Allocation } from '../../../functions/domain/loans/loans.ts';
import { money } from '../../../functions/domain/values/money.ts';
import type { Money } from '../../../functions/domain/values/money.ts';
import { fc } from './properties.ts';

export const TENANT = 'tenant-a';

type PropertyTable<Noun> = {
  readonly [Name in keyof Noun]-?: Arbitrary<Exclude<Noun[Name], undefined>>;
};

export const text = fc.string({ minLength: 1, maxLength: 20 });
export const count = fc.nat();
export const time = fc
  .integer({ min: 0, max: 4e12 })
  .map((milliseconds) => new Date(milliseconds).toISOString());
export const date = time.map((at) => at.slice(0, 10));
export const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const minor = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n });
export const currencies = fc.constantFrom('EUR', 'USD', 'JPY');
export const data = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.oneof(text, fc.integer(), fc.boolean()),
);
export const direction = fc.constantFrom('DEBIT' as const, 'CREDIT' as const);
export const entryType = fc.constantFrom('OPENING_BALANCE' as const, 'POSTING' as const);
export const transactionType = fc.constantFrom('DISBURSEMENT' as const, 'REPAYMENT' as const);
export const accountStatus = fc.constantFrom(
  'ACTIVE' as const,
  'FROZEN' as const,
  'CLOSED' as const,
);
export const id = (prefix: string) => fc.uuid({ version: 7 }).map((uuid) => `${prefix}_${uuid}`);
export const amountIn = (currency: string): Arbitrary<Money> =>
  minor.map((value) => money(value, currency));
export const allocationIn = (currency: string): Arbitrary<Allocation> =>
  fc.record({
    principal: amountIn(currency),
    interest: amountIn(currency),
    fees: amountIn(currency),
  });

/** Values of a noun: `any` has some of the optional properties, `whole` has all of them. */
export interface Nouns<Noun> {
  readonly any: Arbitrary<Noun>;
  readonly whole: Arbitrary<Noun>;
}

export function nouns<Noun>(table: PropertyTable<Noun>, ...optional: (keyof Noun)[]): Nouns<Noun> {
  const requiredKeys = (Object.keys(table) as (keyof Noun)[]).filter(
    (key) => !optional.includes(key),
  );
  return {
    any: fc.record(table, { requiredKeys }) as Arbitrary<Noun>,
    whole: fc.record(table) as Arbitrary<Noun>,
  };
}

/** Values whose amounts all have the same currency. */
export function inOneCurrency<Noun>(build: (currency: string) => Nouns<Noun>): Nouns<Noun> {
  return {
    any: currencies.chain((currency) => build(currency).any),
    whole: currencies.chain((currency) => build(currency).whole),
  };
}
