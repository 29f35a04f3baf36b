// Decisions turned into writes.
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import type { JournalEntry, Posted } from '../../domain/journal/journal.ts';
import { isBalanced } from '../../domain/journal/journal.ts';
import { putOnce } from '../commit/commit.ts';
import type { Write } from '../commit/commit.ts';
import { chainedFields, link } from './hash-chain.ts';
import { accountItem, balanceItem, entryItem, journalItem } from './items.ts';
import type { ChainedEntry, Item } from './items.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';

/** Opens an account: its terms and its balance of zero. */
export function accountWrites({ store, tenant }: Session, account: Account): Write[] {
  return [
    putNew(store.ledgerTable, accountItem(tenant, account)),
    putNew(store.ledgerTable, balanceItem(tenant, account.state)),
  ];
}

/**
 * Puts a new record. An identifier that is taken already is a collision of random bits: the next
 * attempt has others.
 */
export function putNew(table: string, item: Item): Write {
  return { action: putOnce(table, item), otherwise: 'retry' };
}

/** Posts: the journal entries, the accounts' entries chained by hash, and the new balances. */
export function postingWrites(
  session: Session,
  before: ReadonlyMap<string, AccountState>,
  posted: Posted,
): Write[] {
  const { store, tenant } = session;
  const heads = new Map([...before].map(([id, state]) => [id, state.head]));
  const chained = posted.entries.map((entry) => ({ entry, hashes: chain(tenant, entry, heads) }));
  const entries = chained.flatMap((one) => entryWrites(session, one));
  const journal = chained.map((one) => journalWrite(session, one));
  const balances = posted.accounts.map((state) => {
    const item = balanceItem(tenant, { ...state, head: headOf(heads, state.id) });
    return replaceVersion(store.ledgerTable, item, before.get(state.id)?.version ?? 0);
  });
  return [...balances, ...journal, ...entries];
}

function journalWrite({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write {
  if (!isBalanced(entry.ledgerLines)) throw new Error(`journal entry ${entry.id} does not balance`);
  return putNew(store.ledgerTable, journalItem(tenant, entry, hashes));
}

// The hash of each posting, which is the new head of its account.
function chain(tenant: string, entry: JournalEntry, heads: Map<string, string>): string[] {
  return entry.postings.map((posting, index) => {
    const fields = chainedFields(tenant, entry, posting, index + 1);
    const hash = link(headOf(heads, posting.accountId), fields);
    heads.set(posting.accountId, hash);
    return hash;
  });
}

function entryWrites({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write[] {
  return entry.postings.map((posting, index) => {
    const hash = hashes[index] ?? '';
    const placed = { entry, posting, position: index + 1, hash };
    return putNew(store.ledgerTable, entryItem(tenant, placed));
  });
}

function headOf(heads: ReadonlyMap<string, string>, accountId: string): string {
  const head = heads.get(accountId);
  if (head === undefined) throw new Error(`account ${accountId} was not read`);
  return head;
}

/** Replaces a record, only if nothing has changed it since that version was read. */
export function replaceVersion(table: string, item: Item, version: number): Write {
  return { action: { Put: { TableName: table, Item: item, ...at(version) } }, otherwise: 'retry' };
}

/** Leaves a record as it is, only if it still is at that version. */
export function checkVersion({ store }: Session, { PK, SK }: Key, version: number): Write {
  const place = { TableName: store.ledgerTable, Key: { PK, SK } };
  return { action: { ConditionCheck: { ...place, ...at(version) } }, otherwise: 'retry' };
}

/** Nothing changes, only if the account is ACTIVE. */
export function checkActive({ store, tenant }: Session, accountId: string): Write {
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

function at(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': BigInt(version) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}
