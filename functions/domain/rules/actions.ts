// What the action of a rule does when its condition is true. An action is free-form: only a complete one
// of a known type takes effect, and every other is reported and nothing else (docs/rules.md).
import { isAccountCode, isAmount } from '../values/text-patterns.ts';

export type RuleAction = Readonly<Record<string, unknown>>;

export type RuleEffect =
  | { readonly type: 'DENY'; readonly message: string }
  | { readonly type: 'CHARGE_FEE'; readonly amount: string; readonly incomeAccountCode: string }
  | { readonly type: 'NONE' };

const DEFAULT_MESSAGE = 'A rule of the product denies this.';

/** Reads the effect of an action; any object has one. */
export function readRuleEffect(action: RuleAction): RuleEffect {
  const { type, message, amount, income_account_code: incomeAccountCode } = action;
  if (type === 'DENY') {
    const isText = typeof message === 'string' && message.trim() !== '';
    return { type, message: isText ? message : DEFAULT_MESSAGE };
  }
  if (type === 'CHARGE_FEE' && isAmountAboveZero(amount) && isAccountCode(incomeAccountCode)) {
    return { type, amount, incomeAccountCode };
  }
  return { type: 'NONE' };
}

function isAmountAboveZero(value: unknown): value is string {
  return typeof value === 'string' && isAmount(value) && /[1-9]/.test(value);
}
