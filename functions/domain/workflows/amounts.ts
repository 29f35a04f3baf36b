// Amounts in the parameters of a step. A template yields an integer or a decimal with any number of
// places; the contract requires exactly two.
import { Decimal } from '../cel/decimal.ts';
import { formatMoney, money, NO_CURRENCY } from '../values/money.ts';

/** The members of request bodies that hold amounts. */
const AMOUNT_NAMES = new Set([
  'amount',
  'debit_amount',
  'credit_amount',
  'principal',
  'interest',
  'fees',
]);
/** Longer text cannot be an amount. */
const CHARACTERS_MAX = 60;

/**
 * Formats every amount that two decimals express exactly. Others stay unchanged and the contract refuses
 * them: nothing is rounded here.
 */
export function formatAmounts(parameters: unknown): unknown {
  if (Array.isArray(parameters)) return parameters.map(formatAmounts);
  if (typeof parameters !== 'object' || parameters === null) return parameters;
  const members = Object.entries(parameters).map(([name, value]) => {
    return [name, AMOUNT_NAMES.has(name) ? formatAmount(value) : formatAmounts(value)] as const;
  });
  return Object.fromEntries(members);
}

// Not by Decimal's own product: a number of nearly as many digits as it allows has none.
function formatAmount(value: unknown): unknown {
  const { numerator, denominator = 1n } = toDecimal(value) ?? {};
  if (numerator === undefined || (numerator * 100n) % denominator !== 0n) return value;
  return formatMoney(money((numerator * 100n) / denominator, NO_CURRENCY));
}

function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'string' && value.length <= CHARACTERS_MAX) return Decimal.parse(value);
  return Number.isSafeInteger(value) ? new Decimal(BigInt(value as number)) : undefined;
}
