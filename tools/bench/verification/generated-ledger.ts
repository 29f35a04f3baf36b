// A sound ledger of any size that is computed where it is read: pairs of accounts with transfers between them, and the
// receipts of all of it. Two calls for a pair build the same records, so that none need be stored.
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import type { Account, AccountState } from '../../../functions/domain/accounts/accounts.ts';
import type { JournalEntry, Posting } from '../../../functions/domain/journal/journal.ts';
import { addMoney, money, subtractMoney } from '../../../functions/domain/values/money.ts';
import {
  accountEntryFields,
  buildAccountEntry,
} from '../../../functions/ledger/accounts/entry-items.ts';
import { accountStateFields, toAccountItem } from '../../../functions/ledger/accounts/items.ts';
import { toReceiptItem } from '../../../functions/ledger/commit/receipts.ts';
import { RequestIdentity } from '../../../functions/ledger/commit/request-identity.ts';
import { computeChainHash, toChainedFields } from '../../../functions/ledger/journal/hash-chain.ts';
import { toJournalItem } from '../../../functions/ledger/journal/items.ts';
import type { IdPrefix } from '../../../functions/ledger/store/ids.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { toAccountView } from '../../../functions/views/account.ts';
import { toJournalEntryView } from '../../../functions/views/journal-entry.ts';

export const TENANT = 'bench';
/** Of a pair, half of them of each account: its records have about a megabyte, a page of a scan. */
export const ENTRIES_PER_PAIR = 1_000;

const SHARDS = 4;
const START_MS = Date.parse('2025-01-01');
/** So that a day has 288 pairs: the lines of a general ledger are spread over many days. */
const BETWEEN_PAIRS_MS = 300_000;
const ACTOR = 'op_0197a2b4-0000-4000-8000-000000000001';
const CORRELATION = '7f9c2ba4-e88f-4d3c-a3e0-0a8f5f5f3f10';

/** The records of a pair in the ledger table. */
export interface PairRecords {
  /** Terms, balances and journal entries. */
  readonly others: readonly Item[];
  /** By account. */
  readonly entries: ReadonlyMap<string, readonly Item[]>;
}

/** The account code that each entry debits and credits. */
export const ACCOUNT_CODE = '2000-DEPOSITS';

/** The day of all entries of the pair. */
export function formatPairDay(pair: number): string {
  return new Date(START_MS + pair * BETWEEN_PAIRS_MS).toISOString().slice(0, 10);
}

/** The number of the first pair whose entries are of this day or a later one. */
export function findFirstPair(day: string): number {
  return Math.max(0, Math.ceil((Date.parse(day) - START_MS) / BETWEEN_PAIRS_MS));
}

/** The number of the pair that has the account. */
export function readPair(accountId: string): number {
  return Number.parseInt(accountId.slice(-12, -2), 16);
}

/** The number of the pair that has the record with this key. */
export function readPairOfKey(formattedKey: string): number {
  const [, pair = ''] = /-7\d{3}-8000-([0-9a-f]{10})/.exec(formattedKey) ?? [];
  return Number.parseInt(pair, 16);
}

export function buildPairRecords(pair: number): PairRecords {
  const accounts = openPair(pair);
  const entries = new Map(accounts.map(({ terms }) => [terms.id, [] as Item[]]));
  const states = new Map(accounts.map(({ state }) => [state.id, state]));
  const journal = postTransfers(pair, states).map((entry) => {
    const hashes = entry.postings.map((posting, index) => {
      const state = requireState(states, posting.accountId);
      const fields = toChainedFields(TENANT, entry, posting, index + 1);
      const head = computeChainHash(state.head, fields);
      states.set(state.id, { ...state, head });
      const key = keys.entry(TENANT, state.id, entry.postedAt, posting.sequence);
      const item = accountEntryFields.toItem(key, buildAccountEntry(entry, index, head));
      entries.get(state.id)?.push(item);
      return head;
    });
    return toJournalItem(TENANT, entry, hashes);
  });
  const terms = accounts.map((account) => toAccountItem(TENANT, account));
  const balances = [...states.values()].map((state) =>
    accountStateFields.toItem(keys.balance(TENANT, state.id), state),
  );
  return { others: [...terms, ...balances, ...journal], entries };
}

/** The journal entries of a pair. */
export function listPairEntries(pair: number): JournalEntry[] {
  return postTransfers(pair, new Map(openPair(pair).map(({ state }) => [state.id, state])));
}

/** What the entries of a pair debit in all, in minor units. */
export function sumPairAmounts(pair: number): bigint {
  let sum = 0n;
  for (let position = 0; position < ENTRIES_PER_PAIR / 2; position += 1) {
    sum += computeAmount(pair, position);
  }
  return sum;
}

/** The receipts of a pair. */
export function buildPairReceipts(pair: number): Promise<Item[]> {
  const accounts = openPair(pair);
  const opened = accounts.map((account) =>
    buildReceipt(pair, {
      id: account.terms.id,
      operation: 'createAccount',
      event: 'account.created',
      at: account.terms.createdAt,
      body: toAccountView(account),
    }),
  );
  const posted = listPairEntries(pair).map((entry) =>
    buildReceipt(pair, {
      id: entry.id,
      operation: 'postJournalEntry',
      event: 'journal_entry.posted',
      at: entry.postedAt,
      body: toJournalEntryView(entry),
    }),
  );
  return Promise.all([...opened, ...posted]);
}

function openPair(pair: number): Account[] {
  const at = new Date(START_MS + pair * BETWEEN_PAIRS_MS);
  return [0, 1].map((number) =>
    openAccount(
      { customer_id: `cus-${pair}`, product_id: 'CURRENT', name: 'Household', currency: 'EUR' },
      buildId('acc', at, pair, number),
      at,
    ),
  );
}

function computeAmount(pair: number, position: number): bigint {
  return BigInt(1 + ((pair + 7 * position) % 100_000));
}

/** Leaves in `states` what the accounts have after all of them, apart from the hashes. */
function postTransfers(pair: number, states: Map<string, AccountState>): JournalEntry[] {
  const [first = '', second = ''] = states.keys();
  return Array.from({ length: ENTRIES_PER_PAIR / 2 }, (_, position) => {
    const at = new Date(START_MS + pair * BETWEEN_PAIRS_MS + 1 + position);
    const accounts = position % 2 === 0 ? [first, second] : [second, first];
    const amount = money(computeAmount(pair, position), 'EUR');
    const postings = accounts.map((accountId, number): Posting => {
      const direction = number === 0 ? 'DEBIT' : 'CREDIT';
      const before = requireState(states, accountId);
      const change = direction === 'CREDIT' ? addMoney : subtractMoney;
      const balance = change(before.balance, amount);
      const [sequence, version] = [before.sequence + 1, before.version + 1];
      const postedAt = at.toISOString();
      states.set(accountId, {
        ...before,
        balance,
        sequence,
        version,
        postedAt,
        updatedAt: postedAt,
      });
      const entryId = buildId('ent', at, pair, number);
      const reference = `Invoice 2026-${position}`;
      return { entryId, accountId, direction, amount, reference, balanceAfter: balance, sequence };
    });
    return {
      id: buildId('jrn', at, pair, 2),
      entryType: 'POSTING',
      ledgerLines: (['DEBIT', 'CREDIT'] as const).map((side) => {
        return { accountCode: ACCOUNT_CODE, side, amount };
      }),
      postings,
      currency: 'EUR',
      description: 'Rent for January, flat 12',
      effectiveDate: at.toISOString().slice(0, 10),
      postedBy: ACTOR,
      correlationId: CORRELATION,
      postedAt: at.toISOString(),
    };
  });
}

interface GeneratedMutation {
  readonly id: string;
  readonly operation: string;
  readonly event: string;
  readonly at: string;
  readonly body: object;
}

async function buildReceipt(
  pair: number,
  { id, operation, event: type, at, body }: GeneratedMutation,
): Promise<Item> {
  const identity = await RequestIdentity.of({ tenant: TENANT, idempotencyKey: id }, id, 1_000);
  const author = { tenant: TENANT, operation, actor: ACTOR, correlationId: CORRELATION };
  const event = { id: buildId('evt', new Date(at), pair, 3), type, aggregateId: id, version: 1 };
  return toReceiptItem(
    { ...author, identity, shards: SHARDS },
    { status: 201, text: JSON.stringify(body) },
    [{ ...event, payloadAt: '' }],
    new Date(at),
  );
}

function requireState(states: ReadonlyMap<string, AccountState>, id: string): AccountState {
  const state = states.get(id);
  if (!state) throw new Error(`The pair has no account ${id}.`);
  return state;
}

// As the ledger forms identifiers, with the pair in place of the random digits.
function buildId(prefix: IdPrefix, at: Date, pair: number, number: number): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const [count, own] = [String(number).padStart(3, '0'), pair.toString(16).padStart(10, '0')];
  const shard = `0${pair % SHARDS}`;
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${count}-8000-${own}${shard}`;
}
