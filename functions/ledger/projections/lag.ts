// Computes the lag of the projections from the ledger: a projection that has stopped cannot report its
// own.
import type { ReadModelName } from '../../domain/projections/projector.ts';
import { isId, listShardNames, readShard, readIdTime } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { findAppliedHead } from './status.ts';
import type { ProjectionStatus } from './status.ts';
import type { Session } from '../commit/session.ts';
import { buildKeyAfter, runQuery, runWholeQuery } from '../store/merged-lists.ts';
import { readCount, readText } from '../store/attributes.ts';
import type { Item } from '../store/item.ts';
import { readEntrySpans } from './entry-spans.ts';
import type { EntrySpans } from './general-ledger-items.ts';
import { readPublishedVersions } from './reads.ts';

/** Records whose identifiers are in the order of creation, and that a projection shows. */
const HEAD_KEYS = {
  acc: keys.accounts,
  jrn: keys.journal,
  loan: keys.loans,
} as const;

type HeadKind = keyof typeof HEAD_KEYS;

/**
 * The key of a record among the heads of a status; undefined for any other kind of record, also for one whose
 * identifier a caller has chosen so that it looks like one of these.
 */
export function findHead(id: string): string | undefined {
  const kind = id.slice(0, id.indexOf('_'));
  return isHeadKind(kind) && isId(kind, id) ? `${kind}-${readShard(id)}` : undefined;
}

function isHeadKind(kind: string): kind is HeadKind {
  return Object.hasOwn(HEAD_KEYS, kind);
}

// The kinds of records in the ledger that show whether a projection is late.
const PROJECTED_KINDS: Readonly<Record<ReadModelName, readonly HeadKind[]>> = {
  loan_activity: ['loan', 'jrn'],
  ledger_activity: ['jrn'],
  product_publication: [],
  account_lists: ['acc'],
  account_name_lists: ['acc'],
  journal_lists: ['jrn'],
  general_ledger: ['jrn'],
  audit_events: ['acc', 'loan', 'jrn'],
  // Its lists compare themselves with the versions of the nouns.
  versions: [],
};

const SHOWS_PRODUCTS: ReadonlySet<ReadModelName> = new Set(['product_publication', 'audit_events']);

/**
 * The time of the oldest event that each of the projections has not applied, in milliseconds: of the
 * ledger's records after the heads, of products newer than their publication, and of events that could
 * not be applied. Infinity if there is none. One request for each kind and shard that the projections
 * need, two for product_publication (the products and their publications), and for the general ledger
 * one for each shard whose first entry this container has not read, and two at most for the entry spans of
 * its generation unless they are given.
 */
export async function readOldestUnapplied(
  session: Session,
  status: ProjectionStatus,
  names: readonly ReadModelName[],
  spans?: EntrySpans,
): Promise<(projection: ReadModelName) => number> {
  const [products, missing, unseen] = await Promise.all([
    names.some((name) => SHOWS_PRODUCTS.has(name))
      ? readOldestUnpublished(session)
      : Number.POSITIVE_INFINITY,
    names.includes('general_ledger') ? readOldestMissing(session, spans) : Number.POSITIVE_INFINITY,
    readOldestUnseen(session, status, names),
  ]);
  return (projection) =>
    Math.min(
      SHOWS_PRODUCTS.has(projection) ? products : Number.POSITIVE_INFINITY,
      projection === 'general_ledger' ? missing : Number.POSITIVE_INFINITY,
      unseen.get(projection) ?? Number.POSITIVE_INFINITY,
      readOldestFailure(status, projection),
    );
}

function readOldestFailure(
  { failing, unlisted }: ProjectionStatus,
  projection: ReadModelName,
): number {
  const failures = Object.values(failing).filter(({ projections }) =>
    projections.includes(projection),
  );
  const oldest = unlisted?.[projection]?.oldest;
  return Math.min(
    oldest === undefined ? Number.POSITIVE_INFINITY : Date.parse(oldest),
    ...failures.map(({ occurredAt }) => Date.parse(occurredAt)),
  );
}

// Most projections have applied the same, which is read once for all of them.
async function readOldestUnseen(
  session: Session,
  status: ProjectionStatus,
  names: readonly ReadModelName[],
): Promise<ReadonlyMap<ReadModelName, number>> {
  const shards = listShardNames(session.store.shards);
  const reads = new Map<string, Promise<string | undefined>>();
  const readUnseen = (name: ReadModelName, kind: HeadKind, shard: string) => {
    const head = findAppliedHead(status, name, `${kind}-${shard}`);
    const place = `${kind} ${shard} ${head}`;
    const read = reads.get(place) ?? readFirstId(session, kind, shard, head);
    reads.set(place, read);
    return read;
  };
  const oldest = names.map(async (name): Promise<[ReadModelName, number]> => {
    const ids = PROJECTED_KINDS[name].flatMap((kind) =>
      shards.map((shard) => readUnseen(name, kind, shard)),
    );
    return [name, findOldest(await Promise.all(ids))];
  });
  return new Map(await Promise.all(oldest));
}

// A stage from before the general ledger has entries at the start of the journal that no stream brings
// any more, until the projection is rebuilt once.
async function readOldestMissing(session: Session, given?: EntrySpans): Promise<number> {
  const spans = given ?? (await readEntrySpans(session));
  const shards = listShardNames(session.store.shards);
  const firsts = await Promise.all(shards.map((shard) => readFirstEntry(session, shard)));
  const missing = firsts.filter((id, index) => {
    const [included] = spans[shards[index] ?? ''] ?? [];
    return id !== undefined && (included === undefined || id < included);
  });
  return findOldest(missing);
}

/** First entries of shards that one container keeps. */
const FIRST_ENTRIES_MAX = 4_000;

const firstEntries = new Map<string, string>();

// The journal is only appended to: what was its first entry once always is.
async function readFirstEntry(session: Session, shard: string): Promise<string | undefined> {
  const name = `${session.store.ledgerTable} ${session.tenant} ${shard}`;
  const known = firstEntries.get(name);
  if (known !== undefined) return known;
  const first = await readFirstId(session, 'jrn', shard, undefined);
  if (first === undefined) return undefined;
  if (firstEntries.size >= FIRST_ENTRIES_MAX) firstEntries.clear();
  firstEntries.set(name, first);
  return first;
}

function findOldest(ids: readonly (string | undefined)[]): number {
  const times = ids.flatMap((id) => (id === undefined ? [] : readIdTime(id)));
  return Math.min(Number.POSITIVE_INFINITY, ...times);
}

// Compares versions and not times: clocks of two functions differ, and a clock can step.
async function readOldestUnpublished(session: Session): Promise<number> {
  const [products, published] = await Promise.all([
    readProducts(session),
    readPublishedVersions(session),
  ]);
  const unpublished = products.filter(
    (item) => readCount(item, 'version') > (published.get(item.SK) ?? 0),
  );
  const times = unpublished.map((item) => Date.parse(readText(item, 'updated_at')));
  return Math.min(Number.POSITIVE_INFINITY, ...times);
}

function readProducts({ store, tenant }: Session): Promise<Item[]> {
  return runWholeQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :products',
    ExpressionAttributeValues: { ':products': keys.products(tenant) },
    ConsistentRead: true,
  });
}

async function readFirstId(
  { store, tenant }: Session,
  kind: HeadKind,
  shard: string,
  head: string | undefined,
): Promise<string | undefined> {
  const { Items: items } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': HEAD_KEYS[kind](tenant, shard),
      ':from': head === undefined ? `${kind}_` : buildKeyAfter(head),
      ':to': `${kind}_~`,
    },
    Limit: 1,
    ConsistentRead: true,
  });
  return items[0]?.SK;
}
