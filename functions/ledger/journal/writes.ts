// Builds the writes for journal entries.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import type { JournalEntry, PostedEntries } from '../../domain/journal/journal.ts';
import { isBalanced } from '../../domain/journal/journal.ts';
import { refuseIf } from '../../domain/refusals/refusals.ts';
import { accountEntryFields, buildAccountEntry } from '../accounts/entry-items.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Write } from '../commit/commit.ts';
import { buildPutNew, buildVersionReplacement } from '../commit/conditional-writes.ts';
import { countStoredBytes, ITEM_BYTES_MAX } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { toChainedFields, computeChainHash } from './hash-chain.ts';
import { toJournalItem } from './items.ts';
import type { ChainedEntry } from './items.ts';

/**
 * The writes of a posting: journal entries, the account entries chained by hash, and new balances.
 * Refuses with entry_too_large an entry that one record cannot hold. Throws when an entry does not balance.
 */
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
    const after = { ...state, head: requireChainHead(heads, state.id) };
    const item = accountStateFields.toItem(keys.balance(tenant, state.id), after);
    return buildVersionReplacement(store.ledgerTable, item, before.get(state.id)?.version ?? 0);
  });
  return [...balances, ...journal, ...entries];
}

function buildJournalWrite({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write {
  if (!isBalanced(entry.ledgerLines)) throw new Error(`journal entry ${entry.id} does not balance`);
  const item = toJournalItem(tenant, entry, hashes);
  refuseIf(
    mayBeLarge(entry) && countStoredBytes(item) > ITEM_BYTES_MAX,
    'entry_too_large',
    'The journal entry is too large for one record of the ledger.',
  );
  return buildPutNew(store.ledgerTable, item);
}

/** No fewer bytes than one of each takes in the store, whatever its texts and amounts. */
const LINE_BYTES = 400;
const DIFFERENCE_BYTES = 400;
const POSTING_BYTES = 1_000;
const SKIPPED_RULE_BYTES = 3_000;
const OTHER_BYTES = 10_000;

// Counting the bytes of an entry takes time on every posting, so that only those of large ones are counted.
function mayBeLarge(entry: JournalEntry): boolean {
  const { ledgerLines, postings, controlDifferences = [], skippedRules = [] } = entry;
  const bytes =
    ledgerLines.length * LINE_BYTES +
    controlDifferences.length * DIFFERENCE_BYTES +
    postings.length * POSTING_BYTES +
    skippedRules.length * SKIPPED_RULE_BYTES;
  return bytes + OTHER_BYTES > ITEM_BYTES_MAX;
}

// The hash of each posting, which becomes the head of its account's chain.
function chainPostings(tenant: string, entry: JournalEntry, heads: Map<string, string>): string[] {
  return entry.postings.map((posting, index) => {
    const fields = toChainedFields(tenant, entry, posting, index + 1);
    const hash = computeChainHash(requireChainHead(heads, posting.accountId), fields);
    heads.set(posting.accountId, hash);
    return hash;
  });
}

function buildEntryWrites({ store, tenant }: Session, { entry, hashes }: ChainedEntry): Write[] {
  return entry.postings.map(({ accountId, sequence }, index) => {
    const key = keys.entry(tenant, accountId, entry.postedAt, sequence);
    const accountEntry = buildAccountEntry(entry, index, hashes[index] ?? '');
    return buildPutNew(store.ledgerTable, accountEntryFields.toItem(key, accountEntry));
  });
}

function requireChainHead(heads: ReadonlyMap<string, string>, accountId: string): string {
  const head = heads.get(accountId);
  if (head === undefined) throw new Error(`account ${accountId} was not read`);
  return head;
}
