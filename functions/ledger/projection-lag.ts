// How late the projections are, told by the books and not by the projections: whoever has stopped
// cannot say so.
import type { ProjectionName } from '../domain/projections/projector.ts';
import { shardNames, shardOf, timeOf } from './ids.ts';
import { keys } from './keys.ts';
import type { ProjectionStatus } from './projection-status.ts';
import type { Session } from './session.ts';
import { justAfter, query } from './shards.ts';

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

/**
 * The time of the oldest event that a projection has not applied, in milliseconds: of what the books
 * hold beyond the heads, and of what could not be applied. Infinity when there is none. One request
 * for each kind and shard.
 */
export async function oldestUnapplied(
  session: Session,
  status: ProjectionStatus,
): Promise<(projection: ProjectionName) => number> {
  const unseen = await oldestUnseen(session, status.heads);
  return (projection) => {
    const failures = Object.values(status.failing).filter(({ projections }) =>
      projections.includes(projection),
    );
    const times = failures.map(({ occurredAt }) => Date.parse(occurredAt));
    return Math.min(unseen, ...times);
  };
}

async function oldestUnseen(session: Session, heads: ProjectionStatus['heads']): Promise<number> {
  const shards = shardNames(session.store.shards);
  const places = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    shards.map((shard) => ({ kind, shard })),
  );
  const times = await Promise.all(
    places.map(({ kind, shard }) => firstBeyond(session, kind, shard, heads[`${kind}-${shard}`])),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...times);
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
