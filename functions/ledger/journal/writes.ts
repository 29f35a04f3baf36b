// Journal entries turned into writes.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import type { JournalEntry, Posted } from '../../domain/journal/journal.ts';
import { isBalanced } from '../../domain/journal/journal.ts';
import { accountEntryFields, buildAccountEntry } from '../accounts/entry-items.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Write } from '../commit/commit.ts';
import { putNew, replaceVersion } from '../commit/conditional-writes.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { chainedFields, link } from './hash-chain.ts';
import { toJournalItem } from './items.ts';
import type { ChainedEntry } from './items.ts';

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
    const after = { ...state, head: headOf(heads, state.id) };
    const item = accountStateFields.toItem(keys.balance(tenant, state.id), after);
    return replaceVersion(store.ledgerTable, item, before.get(state.id)?.version ?? 0);
  });
  return [...balances, ...journal, ...entries];
}

function journalWrite({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write {
  if (!isBalanced(entry.ledgerLines)) throw new Error(`journal entry ${entry.id} does not balance`);
  return putNew(store.ledgerTable, toJournalItem(tenant, entry, hashes));
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
  return entry.postings.map(({ accountId, sequence }, index) => {
    const key = keys.entry(tenant, accountId, entry.postedAt, sequence);
    const accountEntry = buildAccountEntry(entry, index, hashes[index] ?? '');
    return putNew(store.ledgerTable, accountEntryFields.toItem(key, accountEntry));
  });
}

function headOf(heads: ReadonlyMap<string, string>, accountId: string): string {
  const head = heads.get(accountId);
  if (head === undefined) throw new Error(`account ${accountId} was not read`);
  return head;
}
