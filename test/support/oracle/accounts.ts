// The oracle's rules for creating and reading accounts.
import { formatAmount, parseMinorUnits, sumAmounts } from './histories/amounts.ts';
import { refuseWhen, requireKnown } from './oracle-refusal.ts';
import { requireFreshId, requireNotBefore } from './oracle-rule.ts';
import type { OracleRule } from './oracle-rule.ts';
import { putRecord } from './histories/oracle-state.ts';
import type { OracleAccount, OracleBody, TenantState } from './histories/oracle-state.ts';

interface AccountFacts {
  readonly id?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
}

interface AccountBody {
  readonly currency: string;
  readonly external_id?: string;
  readonly metadata?: OracleBody;
}

const createAccount: OracleRule = {
  status: 201,
  carryOut: (state, sent, { answer }) => {
    const facts = answer.body as AccountFacts;
    const id = requireFreshId(facts.id, 'acc', state.accounts);
    const created_at = requireNotBefore(facts.created_at, '');
    const { metadata, ...own } = sent.body as AccountBody;
    refuseWhen(isTaken(state, own.external_id), 'external_id_taken');
    const terms = { ...own, id, created_at };
    const account: OracleAccount = {
      id,
      terms,
      ...(metadata && { metadata: { metadata, metadata_version: 1 } }),
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

function isTaken({ accounts }: TenantState, externalId: string | undefined): boolean {
  if (externalId === undefined) return false;
  return [...accounts.values()].some(({ terms }) => terms['external_id'] === externalId);
}

const replaceAccountMetadata: OracleRule = {
  status: 200,
  isPut: true,
  carryOut: (state, { path, body }, { answer }) => {
    const before = requireKnown(state.accounts, path['accountId'], 'account_not_found');
    const { metadata } = body as { readonly metadata: OracleBody };
    const metadata_version = (before.metadata?.metadata_version ?? 0) + 1;
    const account = { ...before, metadata: { metadata, metadata_version } };
    const after = { ...state, accounts: putRecord(state.accounts, account.id, account) };
    return { body: buildAccountBody(account, answer.body as AccountFacts), state: after };
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
    ...account.metadata,
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

/** The balance at the instant: what the entries up to it add up to. */
export function buildBalanceAsOfBody(account: OracleAccount, as_of: string): OracleBody {
  const { id, currency, entries } = account;
  const balance = sumEntries(entries.filter(({ posted_at }) => String(posted_at) <= as_of));
  return { account_id: id, balance, currency, as_of };
}

/** The entries of the period, and its balances if it has limits. */
export function buildStatementBody(
  { entries }: OracleAccount,
  { from, to }: { readonly from?: string; readonly to?: string } = {},
): OracleBody {
  const isBefore = ({ posted_at }: OracleBody) => from !== undefined && String(posted_at) < from;
  const isAfter = ({ posted_at }: OracleBody) => to !== undefined && String(posted_at) > to;
  const started = entries.filter((entry) => !isAfter(entry));
  return {
    items: started.filter((entry) => !isBefore(entry)),
    ...((from !== undefined || to !== undefined) && {
      opening_balance: sumEntries(entries.filter(isBefore)),
      closing_balance: sumEntries(started),
    }),
  };
}

function sumEntries(entries: readonly OracleBody[]): string {
  const movements = entries.map(({ direction, amount }) => {
    const minor = parseMinorUnits(String(amount));
    return direction === 'CREDIT' ? minor : -minor;
  });
  return formatAmount(sumAmounts(movements));
}

const getAccountBalance: OracleRule = {
  status: 200,
  carryOut: (state, { path, query }) => {
    const account = requireKnown(state.accounts, path['accountId'], 'account_not_found');
    const asOf = query?.['as_of'];
    const body =
      asOf === undefined ? buildBalanceBody(account) : buildBalanceAsOfBody(account, asOf);
    return { body, state };
  },
};

const getAccountStatement: OracleRule = {
  status: 200,
  carryOut: (state, { path, query }) => {
    const account = requireKnown(state.accounts, path['accountId'], 'account_not_found');
    return { body: buildStatementBody(account, query), state };
  },
};

export const accountRules = {
  createAccount,
  replaceAccountMetadata,
  getAccount,
  getAccountBalance,
  getAccountStatement,
};
