// The oracle's rules for creating and reading accounts.
import { formatAmount } from './histories/amounts.ts';
import { requireKnown } from './oracle-refusal.ts';
import { requireFreshId, requireNotBefore } from './oracle-rule.ts';
import type { OracleRule } from './oracle-rule.ts';
import { putRecord } from './histories/oracle-state.ts';
import type { OracleAccount, OracleBody } from './histories/oracle-state.ts';

interface AccountFacts {
  readonly id?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
}

const createAccount: OracleRule = {
  status: 201,
  carryOut: (state, sent, { answer }) => {
    const facts = answer.body as AccountFacts;
    const id = requireFreshId(facts.id, 'acc', state.accounts);
    const created_at = requireNotBefore(facts.created_at, '');
    const terms = { ...(sent.body as { currency: string }), id, created_at };
    const account: OracleAccount = {
      id,
      terms,
      currency: terms.currency,
      status: 'ACTIVE',
      balance: 0n,
      version: 1,
      changedAt: created_at,
      isExact: true,
      entries: [],
    };
    const after = { ...state, accounts: putRecord(state.accounts, id, account) };
    return { body: buildAccountBody(account, facts), state: after };
  },
};

/** The account as the API returns it. The time of its status change is taken from the answer. */
export function buildAccountBody(
  account: OracleAccount,
  { updated_at: actual }: AccountFacts,
): OracleBody {
  const { status, changedAt } = account;
  const updated_at = account.isExact ? changedAt : requireNotBefore(actual, changedAt);
  return {
    ...account.terms,
    status,
    balance: formatAmount(account.balance),
    version: account.version,
    ...(status === 'FROZEN' && { frozen_at: updated_at }),
    ...(status === 'CLOSED' && { closed_at: updated_at }),
    updated_at,
  };
}

export function buildBalanceBody({ id, balance, currency, version }: OracleAccount): OracleBody {
  return { account_id: id, balance: formatAmount(balance), currency, version };
}

const getAccount: OracleRule = {
  status: 200,
  carryOut: (state, { path }, { answer }) => {
    const account = requireKnown(state.accounts, path['accountId'], 'account_not_found');
    return { body: buildAccountBody(account, answer.body as AccountFacts), state };
  },
};

const getAccountBalance: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const account = requireKnown(state.accounts, path['accountId'], 'account_not_found');
    return { body: buildBalanceBody(account), state };
  },
};

const getAccountStatement: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const { entries } = requireKnown(state.accounts, path['accountId'], 'account_not_found');
    return { body: { items: entries }, state };
  },
};

export const accountRules = { createAccount, getAccount, getAccountBalance, getAccountStatement };
