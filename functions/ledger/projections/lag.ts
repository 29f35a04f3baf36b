// How late the projections are, told by the books and not by the projections: whoever has stopped
// cannot say so.
import type { ProjectionName } from '../../domain/projections/projector.ts';
import { shardNames, shardOf, timeOf } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import type { ProjectionStatus } from './status.ts';
import type { Session } from '../commit/session.ts';
import { justAfter, query } from '../store/shards.ts';
import { text } from '../store/stored.ts';

/** Records that are made in the order of their identifiers and that a projection shows. */
const KINDS = {
  jrn: keys.journal,
  loan: keys.loans,
} as const;

type Kind = keyof typeof KINDS;

/** The place of a record among the heads of a status; undefined for one of another kind. */
export function headOf(id: string): string | undefined {
  const kind = id.slice(0, id.indexOf('_'));
  return kind in KINDS ? `${kind}-${shardOf(id)}` : undefined;
}

// What of the books tells that a projection is late.
const SHOWS: Readonly<Record<ProjectionName, readonly Kind[]>> = {
  loan_activity: ['loan', 'jrn'],
  ledger_activity: ['jrn'],
  product_publication: [],
};

/**
 * The time of the oldest event that a projection has not applied, in milliseconds: of what the books
 * hold beyond the heads, and of what could not be applied. Infinity when there is none. One request
 * for each kind and shard, and one for the products.
 */
export async function oldestUnapplied(
  session: Session,
  status: ProjectionStatus,
): Promise<(projection: ProjectionName) => number> {
  const [loans, entries, products] = await Promise.all([
    oldestUnseen(session, 'loan', status.heads),
    oldestUnseen(session, 'jrn', status.heads),
    oldestUnpublished(session, status),
  ]);
  const unseen: Record<Kind, number> = { loan: loans, jrn: entries };
  return (projection) => {
    const failures = Object.values(status.failing).filter(({ projections }) =>
      projections.includes(projection),
    );
    return Math.min(
      projection === 'product_publication' ? products : Number.POSITIVE_INFINITY,
      ...SHOWS[projection].map((kind) => unseen[kind]),
      ...failures.map(({ occurredAt }) => Date.parse(occurredAt)),
    );
  };
}

async function oldestUnseen(
  session: Session,
  kind: Kind,
  heads: ProjectionStatus['heads'],
): Promise<number> {
  const shards = shardNames(session.store.shards);
  const times = await Promise.all(
    shards.map((shard) => firstBeyond(session, kind, shard, heads[`${kind}-${shard}`])),
  );
  return Math.min(...times);
}

// A product is decided on before its event is, so one that is younger than the last event is not in.
async function oldestUnpublished(
  { store, tenant }: Session,
  { last }: ProjectionStatus,
): Promise<number> {
  const { Items: items } = await query(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :products',
    ExpressionAttributeValues: { ':products': keys.products(tenant) },
    ConsistentRead: true,
  });
  const applied = Date.parse(last.product_publication?.occurredAt ?? '1970-01-01T00:00:00.000Z');
  const times = items.map((item) => Date.parse(text(item, 'updated_at')));
  return Math.min(Number.POSITIVE_INFINITY, ...times.filter((time) => time > applied));
}

async function firstBeyond(
  { store, tenant }: Session,
  kind: Kind,
  shard: string,
  head: string | undefined,
): Promise<number> {
  const { Items: items } = await query(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': KINDS[kind](tenant, shard),
      ':from': head === undefined ? `${kind}_` : justAfter(head),
      ':to': `${kind}_~`,
    },
    Limit: 1,
    ConsistentRead: true,
  });
  const [first] = items;
  return first ? timeOf(first.SK) : Number.POSITIVE_INFINITY;
}
