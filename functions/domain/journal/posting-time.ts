// The time of a posting, which is in the identifiers of its entries.
import type { AccountState } from '../accounts/accounts.ts';

/**
 * Returns the present, or a later time: not before the last change of any of the accounts, and a millisecond after
 * its newest entry. Identifiers of one millisecond that different requests made have no order, so without it a list
 * of the journal could have the entries of an account in another order than its sequence.
 */
export function computePostingTime(now: Date, accounts: Iterable<AccountState>): Date {
  const times = [...accounts].flatMap(({ updatedAt, postedAt }) => [
    Date.parse(updatedAt),
    ...(postedAt === undefined ? [] : [Date.parse(postedAt) + 1]),
  ]);
  return new Date(Math.max(now.getTime(), ...times));
}
