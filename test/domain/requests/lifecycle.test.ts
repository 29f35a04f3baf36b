import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import type { Account, AccountState } from '../../../functions/domain/accounts/accounts.ts';
import {
  approveTransition,
  submitTransition,
} from '../../../functions/domain/requests/lifecycle.ts';
import { money } from '../../../functions/domain/values/money.ts';
import { accountStatus } from '../../../functions/domain/accounts/transitions.ts';
import { findNextState } from '../../../functions/domain/values/state-machine.ts';
import type {
  AccountStatus,
  AccountTransition,
} from '../../../functions/domain/accounts/transitions.ts';

const noon = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T13:00:00.000Z');
const terms = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
const submission = {
  id: 'lcr_1',
  reason: 'why',
  requestedBy: 'maker',
  correlationId: 'flow-1',
  now: noon,
};
const checker = { subject: 'checker', now: later };

function accountWith(changes: Partial<AccountState>): Account {
  const account = openAccount(terms, 'acc_1', noon);
  return { ...account, state: { ...account.state, ...changes } };
}

const standing = (account: Account, loans = 0) => ({
  account,
  openLoans: { accountId: 'acc_1', loans, version: 1 },
});

const transitions = ['FREEZE', 'UNFREEZE', 'CLOSE'] as const;
const cases = accountStatus.states.flatMap((status) =>
  transitions.map((transition): [AccountTransition, AccountStatus] => [transition, status]),
);

test.each(cases)('%s of an account that is %s', (transition, status) => {
  const account = accountWith({ status });
  const target = findNextState(accountStatus, status, transition);

  const submit = () => submitTransition(standing(account), transition, submission);

  if (!target) {
    expect(submit).toThrow(expect.objectContaining({ code: 'transition_not_allowed' }));
    return;
  }
  expect(submit()).toMatchObject({ fromStatus: status, targetStatus: target, account });
  const { request, changed } = approveTransition(submit(), checker);
  expect(request.status).toBe('APPLIED');
  expect(changed).toMatchObject({ status: target, version: 2, updatedAt: later.toISOString() });
});

test.each([1n, -1n])('an account that holds %s cent can be frozen but not closed', (minor) => {
  const account = accountWith({ balance: money(minor, 'EUR') });

  expect(() => submitTransition(standing(account), 'CLOSE', submission)).toThrow(
    expect.objectContaining({ code: 'balance_not_zero' }),
  );
  expect(submitTransition(standing(account), 'FREEZE', submission).targetStatus).toBe('FROZEN');
});

test('an account that a loan needs can be frozen but not closed', () => {
  const needed = standing(accountWith({}), 1);

  expect(() => submitTransition(needed, 'CLOSE', submission)).toThrow(
    expect.objectContaining({ code: 'loans_not_settled' }),
  );
  const frozen = approveTransition(submitTransition(needed, 'FREEZE', submission), checker);
  expect(frozen.request.status).toBe('APPLIED');
  const pending = submitTransition(standing(accountWith({})), 'CLOSE', submission);
  const { request, changed } = approveTransition({ ...pending, ...needed }, checker);
  expect(request.failureReason).toBe('Account acc_1 is needed for a loan that is not settled.');
  expect(changed).toBeUndefined();
});

test('records since when an account is frozen and when it was closed', () => {
  const frozen = changedBy('FREEZE', accountWith({}));
  const thawed = changedBy('UNFREEZE', accountWith({ ...frozen }));
  const closed = changedBy('CLOSE', accountWith({ ...frozen }));

  expect(frozen.frozenAt).toBe(later.toISOString());
  expect(thawed).not.toHaveProperty('frozenAt');
  expect(closed.closedAt).toBe(later.toISOString());
  expect(closed).not.toHaveProperty('frozenAt');
});

function changedBy(transition: AccountTransition, account: Account): AccountState {
  const { changed } = approveTransition(
    submitTransition(standing(account), transition, submission),
    checker,
  );
  if (!changed) throw new Error('nothing was changed');
  return changed;
}

test.each<[string, AccountTransition, Partial<AccountState>, string]>([
  [
    'has left its status',
    'FREEZE',
    { status: 'FROZEN' },
    'The account is FROZEN, no longer ACTIVE.',
  ],
  ['was closed', 'FREEZE', { status: 'CLOSED' }, 'The account is CLOSED, no longer ACTIVE.'],
  [
    'left the status though a transition exists',
    'CLOSE',
    { status: 'FROZEN' },
    'no longer ACTIVE.',
  ],
  ['holds money', 'CLOSE', { balance: money(1n, 'EUR') }, 'The account holds 0.01;'],
])('fails when the account %s meanwhile', (_, transition, changes, reason) => {
  const pending = submitTransition(standing(accountWith({})), transition, submission);

  const { request, changed } = approveTransition(
    { ...pending, account: accountWith(changes) },
    checker,
  );

  expect(request).toMatchObject({ status: 'FAILED', decidedBy: 'checker' });
  expect(request.failureReason).toContain(reason);
  expect(changed).toBeUndefined();
});
