// Amounts in the parameters of a step. A template gives a whole number or a decimal with the places it
// has; the contract wants exactly two.
import { Decimal } from '../cel/decimal.ts';
import { formatMoney, money, NO_CURRENCY } from '../values/money.ts';

/** The members of the contract's bodies that hold amounts. */
const AMOUNT_NAMES = new Set([
  'amount',
  'debit_amount',
  'credit_amount',
  'principal',
  'interest',
  'fees',
]);
/** Longer text is no amount. */
const CHARACTERS_MAX = 60;

/**
 * The parameters with every amount that is exact in two decimals written with two. What is not is
 * left as it is, for the contract to refuse: nothing is rounded here.
 */
export function formatAmounts(parameters: unknown): unknown {
  if (Array.isArray(parameters)) return parameters.map(formatAmounts);
  if (typeof parameters !== 'object' || parameters === null) return parameters;
  const members = Object.entries(parameters).map(([name, value]) => {
    return [name, AMOUNT_NAMES.has(name) ? formatAmount(value) : formatAmounts(value)] as const;
  });
  return Object.fromEntries(members);
}

function formatAmount(value: unknown): unknown {
  const hundredths = toDecimal(value)?.times(new Decimal(100n)).whole();
  return hundredths === undefined ? value : formatMoney(money(hundredths, NO_CURRENCY));
}

function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'string' && value.length <= CHARACTERS_MAX) return Decimal.parse(value);
  return Number.isSafeInteger(value) ? new Decimal(BigInt(value as number)) : undefined;
}
