// Accounts: opening and reading them.
import { amountOf } from './histories/amounts.ts';
import { known } from './refused.ts';
import { fresh, notBefore } from './rule.ts';
import type { Rule } from './rule.ts';
import { put } from './histories/world.ts';
import type { Account, Body } from './histories/world.ts';

interface Facts {
  readonly id?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
}

const createAccount: Rule = {
  status: 201,
  carryOut: (books, asked, { answer }) => {
    const facts = answer.body as Facts;
    const id = fresh(facts.id, 'acc', books.accounts);
    const created_at = notBefore(facts.created_at, '');
    const terms = { ...(asked.body as { currency: string }), id, created_at };
    const account: Account = {
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
    const after = { ...books, accounts: put(books.accounts, id, account) };
    return { body: accountBody(account, facts), books: after };
  },
};

/** The account as the API says it. When it changed status is known only from what it says. */
export function accountBody(account: Account, { updated_at: told }: Facts): Body {
  const { status, changedAt } = account;
  const updated_at = account.isExact ? changedAt : notBefore(told, changedAt);
  return {
    ...account.terms,
    status,
    balance: amountOf(account.balance),
    version: account.version,
    ...(status === 'FROZEN' && { frozen_at: updated_at }),
    ...(status === 'CLOSED' && { closed_at: updated_at }),
    updated_at,
  };
}

export function balanceBody({ id, balance, currency, version }: Account): Body {
  return { account_id: id, balance: amountOf(balance), currency, version };
}

const getAccount: Rule = {
  status: 200,
  carryOut: (books, { path }, { answer }) => {
    const account = known(books.accounts, path['accountId'], 'account_not_found');
    return { body: accountBody(account, answer.body as Facts), books };
  },
};

const getAccountBalance: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const account = known(books.accounts, path['accountId'], 'account_not_found');
    return { body: balanceBody(account), books };
  },
};

const getAccountStatement: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { entries } = known(books.accounts, path['accountId'], 'account_not_found');
    return { body: { items: entries }, books };
  },
};

export const accountRules = { createAccount, getAccount, getAccountBalance, getAccountStatement };
