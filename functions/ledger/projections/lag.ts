// Computes the lag of the projections from the ledger: a projection that has stopped cannot report its
// own.
import type { ReadModelName } from '../../domain/projections/projector.ts';
import { listShardNames, readShard, readIdTime } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import type { ProjectionStatus } from './status.ts';
import type { Session } from '../commit/session.ts';
import { buildKeyAfter, runQuery, runWholeQuery } from '../store/merged-lists.ts';
import { readCount, readText } from '../store/attributes.ts';
import type { Item } from '../store/item.ts';
import { readPublishedVersions } from './reads.ts';

/** Records whose identifiers are in the order of creation, and that a projection shows. */
const HEAD_KEYS = {
  jrn: keys.journal,
  loan: keys.loans,
} as const;

type HeadKind = keyof typeof HEAD_KEYS;

/** The key of a record among the heads of a status; undefined for any other kind of record. */
export function findHead(id: string): string | undefined {
  const kind = id.slice(0, id.indexOf('_'));
  return kind in HEAD_KEYS ? `${kind}-${readShard(id)}` : undefined;
}

// The kinds of records in the ledger that show whether a projection is late.
const PROJECTED_KINDS: Readonly<Record<ReadModelName, readonly HeadKind[]>> = {
  loan_activity: ['loan', 'jrn'],
  ledger_activity: ['jrn'],
  product_publication: [],
  audit_events: ['loan', 'jrn'],
};

const SHOWS_PRODUCTS: ReadonlySet<ReadModelName> = new Set(['product_publication', 'audit_events']);

/**
 * The time of the oldest event that a projection has not applied, in milliseconds: of the ledger's
 * records after the heads, of products newer than their publication, and of events that could not be
 * applied. Infinity if there is none. One request for each kind and shard, one for the products and one
 * for their publications.
 */
export async function readOldestUnapplied(
  session: Session,
  status: ProjectionStatus,
): Promise<(projection: ReadModelName) => number> {
  const [loans, entries, products] = await Promise.all([
    readOldestUnseen(session, 'loan', status.heads),
    readOldestUnseen(session, 'jrn', status.heads),
    readOldestUnpublished(session),
  ]);
  const unseen: Record<HeadKind, number> = { loan: loans, jrn: entries };
  return (projection) => {
    const failures = Object.values(status.failing).filter(({ projections }) =>
      projections.includes(projection),
    );
    return Math.min(
      SHOWS_PRODUCTS.has(projection) ? products : Number.POSITIVE_INFINITY,
      ...PROJECTED_KINDS[projection].map((kind) => unseen[kind]),
      ...failures.map(({ occurredAt }) => Date.parse(occurredAt)),
    );
  };
}

async function readOldestUnseen(
  session: Session,
  kind: HeadKind,
  heads: ProjectionStatus['heads'],
): Promise<number> {
  const shards = listShardNames(session.store.shards);
  const times = await Promise.all(
    shards.map((shard) => readFirstBeyond(session, kind, shard, heads[`${kind}-${shard}`])),
  );
  return Math.min(...times);
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

async function readFirstBeyond(
  { store, tenant }: Session,
  kind: HeadKind,
  shard: string,
  head: string | undefined,
): Promise<number> {
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
  const [first] = items;
  return first ? readIdTime(first.SK) : Number.POSITIVE_INFINITY;
}
