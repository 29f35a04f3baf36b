// When a posting takes an account below its overdraft limit, which is in minor units.
import type { AccountState } from '../accounts/accounts.ts';
import { refuseIf } from '../refusals/refusals.ts';
import { formatMoney, money, order, readCurrency, toMinorUnits } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import type { PostingDraft } from './entry-draft.ts';

/** Refuses with insufficient_funds a debit that takes the balance below the limit. */
export function refuseOverdraft(
  before: AccountState,
  posting: PostingDraft,
  balance: Money,
  limit: bigint,
): void {
  const { direction, amount } = posting;
  const overdraft = formatMoney(money(limit, readCurrency(balance)));
  const granted = limit === 0n ? '' : ` with an overdraft of ${overdraft}`;
  const held = `Account ${before.id} holds ${formatMoney(before.balance)}${granted}`;
  refuseIf(
    direction === 'DEBIT' && isOverdrawn(balance, limit),
    'insufficient_funds',
    `${held}, less than ${formatMoney(amount)}.`,
  );
}

/**
 * Refuses with insufficient_funds an account that ends lower than before and below the limit; dipping
 * below it on the way is allowed.
 */
export function refuseNetOverdraft(
  before: AccountState | undefined,
  { id, balance }: AccountState,
  limit: bigint,
): void {
  refuseIf(
    before !== undefined && isOverdrawn(balance, limit) && order(balance, before.balance) < 0,
    'insufficient_funds',
    `Account ${id} would be left with ${formatMoney(balance)}.`,
  );
}

function isOverdrawn(balance: Money, limit: bigint): boolean {
  return toMinorUnits(balance) < -limit;
}
