// The filters of the address as tokens of the filter field, and back. Each filter stands once in an address:
// of two tokens for one filter the later counts.
import { parseAmount } from '../../values/money.ts';
import type { InboxSearch } from './inbox-search.ts';

export interface FilterToken {
  readonly propertyKey?: string;
  readonly operator: string;
  readonly value: unknown;
}

type FilterName = Exclude<keyof InboxSearch, 'view' | 'order'>;

/** The property and the operator of each filter. */
const FILTERS: Readonly<Record<FilterName, readonly [property: string, operator: string]>> = {
  kind: ['kind', '='],
  status: ['status', '='],
  subject: ['subject', '='],
  maker: ['maker', '='],
  amount_from: ['amount', '>='],
  amount_to: ['amount', '<='],
  currency: ['currency', '='],
  age_from: ['age', '>='],
  age_to: ['age', '<='],
};

const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

/** Lists the tokens of an address. An amount has the separators of the locale, as if it had been typed. */
export function listTokens(search: InboxSearch, showAmount: (amount: string) => string) {
  return FILTER_NAMES.flatMap((name) => {
    const value = search[name];
    if (value === undefined) return [];
    const [propertyKey, operator] = FILTERS[name];
    return [{ propertyKey, operator, value: propertyKey === 'amount' ? showAmount(value) : value }];
  });
}

export interface TokenReading {
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  /** The property of a token that was left out, as its value is not one. */
  readonly faultyProperty: string | undefined;
}

/** Reads the tokens. What is no amount, and a value that `isValid` denies, is left out. */
export function readTokens(
  tokens: readonly FilterToken[],
  isValid: (filter: FilterName, value: string) => boolean,
  locale?: string,
): TokenReading {
  const filters: Partial<Record<FilterName, string>> = {};
  let faultyProperty: string | undefined;
  for (const { propertyKey, operator, value } of tokens) {
    const name = FILTER_NAMES.find(
      (filter) => FILTERS[filter][0] === propertyKey && FILTERS[filter][1] === operator,
    );
    const text = readValue(propertyKey, String(value ?? '').trim(), locale);
    if (name === undefined || text === undefined || !isValid(name, text)) {
      faultyProperty = propertyKey;
    } else filters[name] = text;
  }
  return { filters, faultyProperty };
}

function readValue(property: string | undefined, typed: string, locale: string | undefined) {
  if (property === 'currency') return typed.toUpperCase();
  if (property !== 'amount') return typed;
  const reading = parseAmount(typed, locale);
  return reading.kind === 'amount' ? reading.amount : undefined;
}
