// Decisions turned into writes.
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import type { JournalEntry, PostedEntries } from '../../domain/journal/journal.ts';
import { isBalanced } from '../../domain/journal/journal.ts';
import { buildPutOnce } from '../commit/commit.ts';
import type { Write } from '../commit/commit.ts';
import { toChainedFields, computeChainHash } from './hash-chain.ts';
import { toAccountItem, toBalanceItem, toEntryItem, toJournalItem } from './items.ts';
import type { ChainedEntry, Item } from './items.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';

/** Opens an account: its terms and its balance of zero. */
export function buildAccountWrites({ store, tenant }: Session, account: Account): Write[] {
  return [
    buildPutNew(store.ledgerTable, toAccountItem(tenant, account)),
    buildPutNew(store.ledgerTable, toBalanceItem(tenant, account.state)),
  ];
}

/**
 * Puts a new record. An identifier that is taken already is a collision of random bits: the next
 * attempt has others.
 */
export function buildPutNew(table: string, item: Item): Write {
  return { action: buildPutOnce(table, item), otherwise: 'retry' };
}

/** Posts: the journal entries, the accounts' entries chained by hash, and the new balances. */
export function buildPostingWrites(
  session: Session,
  before: ReadonlyMap<string, AccountState>,
  posted: PostedEntries,
): Write[] {
  const { store, tenant } = session;
  const heads = new Map([...before].map(([id, state]) => [id, state.head]));
  const chained = posted.entries.map((entry) => ({
    entry,
    hashes: chainPostings(tenant, entry, heads),
  }));
  const entries = chained.flatMap((one) => buildEntryWrites(session, one));
  const journal = chained.map((one) => buildJournalWrite(session, one));
  const balances = posted.accounts.map((state) => {
    const item = toBalanceItem(tenant, { ...state, head: requireChainHead(heads, state.id) });
    return buildVersionReplacement(store.ledgerTable, item, before.get(state.id)?.version ?? 0);
  });
  return [...balances, ...journal, ...entries];
}

function buildJournalWrite({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write {
  if (!isBalanced(entry.ledgerLines)) throw new Error(`journal entry ${entry.id} does not balance`);
  return buildPutNew(store.ledgerTable, toJournalItem(tenant, entry, hashes));
}

// The hash of each posting, which is the new head of its account.
function chainPostings(tenant: string, entry: JournalEntry, heads: Map<string, string>): string[] {
  return entry.postings.map((posting, index) => {
    const fields = toChainedFields(tenant, entry, posting, index + 1);
    const hash = computeChainHash(requireChainHead(heads, posting.accountId), fields);
    heads.set(posting.accountId, hash);
    return hash;
  });
}

function buildEntryWrites({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write[] {
  return entry.postings.map((posting, index) => {
    const hash = hashes[index] ?? '';
    const placed = { entry, posting, position: index + 1, hash };
    return buildPutNew(store.ledgerTable, toEntryItem(tenant, placed));
  });
}

function requireChainHead(heads: ReadonlyMap<string, string>, accountId: string): string {
  const head = heads.get(accountId);
  if (head === undefined) throw new Error(`account ${accountId} was not read`);
  return head;
}

/** Replaces a record, only if nothing has changed it since that version was read. */
export function buildVersionReplacement(table: string, item: Item, version: number): Write {
  return {
    action: { Put: { TableName: table, Item: item, ...buildVersionCondition(version) } },
    otherwise: 'retry',
  };
}

/** Leaves a record as it is, only if it still is at that version. */
export function buildVersionCheck({ store }: Session, { PK, SK }: Key, version: number): Write {
  const place = { TableName: store.ledgerTable, Key: { PK, SK } };
  return {
    action: { ConditionCheck: { ...place, ...buildVersionCondition(version) } },
    otherwise: 'retry',
  };
}

/** Nothing changes, only if the account is ACTIVE. */
export function buildActiveCheck({ store, tenant }: Session, accountId: string): Write {
  return {
    action: {
      ConditionCheck: {
        TableName: store.ledgerTable,
        Key: keys.balance(tenant, accountId),
        ConditionExpression: '#status = :active',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':active': 'ACTIVE' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    otherwise: 'retry',
  };
}

function buildVersionCondition(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': BigInt(version) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}
