// What must hold between the members of an account's state, in every copy of it.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import { formatMoney, isZero } from '../../domain/values/money.ts';
import { GENESIS_HASH } from '../../ledger/journal/hash-chain.ts';
import { readIdTime } from '../../ledger/store/ids.ts';
import { NO_RECORD } from '../difference.ts';

type StateFlaw = readonly [field: string, stored: string, derived: string];

/** The number of changes of status: a version counts these and the entries. */
export function countStatusChanges({ version, sequence }: AccountState): number {
  return version - 1 - sequence;
}

/** The flaws of a state that are visible without any other record. */
export function findStateFlaws(state: AccountState): StateFlaw[] {
  const { status, updatedAt, postedAt = NO_RECORD, frozenAt, closedAt } = state;
  const changes = countStatusChanges(state);
  const isUntouched = changes === 0;
  const lastTime = state.sequence === 0 ? formatOpeningTime(state.id) : postedAt;
  const rows: StateFlaw[] = [
    // Nothing changes an account while it is frozen or closed.
    ['frozen_at', frozenAt ?? NO_RECORD, status === 'FROZEN' ? updatedAt : NO_RECORD],
    ['closed_at', closedAt ?? NO_RECORD, status === 'CLOSED' ? updatedAt : NO_RECORD],
    ['status', status, isUntouched ? 'ACTIVE' : status],
    ['updated_at', updatedAt, isUntouched ? lastTime : updatedAt],
    ...(state.sequence === 0 ? listUnpostedRows(state) : []),
  ];
  return rows.filter(([, stored, derived]) => stored !== derived);
}

function listUnpostedRows({ balance, head, postedAt }: AccountState): StateFlaw[] {
  return [
    ['balance', formatMoney(balance), isZero(balance) ? formatMoney(balance) : '0.00'],
    ['head', head, GENESIS_HASH],
    ['posted_at', postedAt ?? NO_RECORD, NO_RECORD],
  ];
}

// An account is opened at the time in its identifier.
function formatOpeningTime(id: string): string {
  const time = readIdTime(id);
  return Number.isNaN(time) ? 'the time in its identifier' : new Date(time).toISOString();
}
