// Reads of list projections: the identifiers of one list, and the records of the ledger they name. Which
// records match is decided by the ledger's own, present records; a list only leads to them.
import type { ListProjectionName } from '../../domain/projections/projector.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Session } from '../commit/session.ts';
import { keys } from '../store/keys.ts';
import type { ProjectionGeneration } from '../store/keys.ts';
import {
  ANSWER_BYTES_MAX,
  buildRangeAfter,
  refuseEmptyRange,
  runQuery,
} from '../store/merged-lists.ts';
import type { KeyRange, ListingOrder } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { readOldestUnapplied } from './lag.ts';
import { requireProjectionsTable } from './items.ts';
import { readActiveGeneration } from './reads.ts';
import { readStatus } from './status.ts';
import type { ProjectionStatus } from './status.ts';

/** The number of listed records that one page reads, at most. */
export const LISTED_MAX = 1_000;
/** The number of listed records that are read together. */
const GROUP_SIZE = 50;
const FIRST_GENERATION = 1;

export interface ProjectedList {
  readonly projection: ListProjectionName;
  /** The name of the list: its filter, `#` and the value. */
  readonly list: string;
  readonly range: KeyRange;
  readonly order: ListingOrder;
  /** Whether the records are filtered further, so that fewer match than are listed. */
  readonly isSifted: boolean;
}

/** A record of the ledger that matches, with its approximate size in an answer. */
export interface ListedRecord<Noun> {
  readonly noun: Noun;
  readonly bytes: number;
}

/** Reads the records with these identifiers from the ledger; leaves out those that do not match. */
export type RecordReader<Noun> = (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, ListedRecord<Noun>>>;

/** A page with the age of the oldest event that its projection has not applied, in seconds. */
export interface ProjectedPage<Noun> extends Page<Noun> {
  readonly lagSeconds: number;
}

/**
 * A page of a list by identifiers, in its order. It ends after `limit` matching records or LISTED_MAX
 * listed ones, so it may be short and still have a next page. Refuses with projection_not_built and
 * invalid_cursor. Besides the reader's requests: one for each 50 listed records, one for the status, one
 * for each shard, and every few seconds one for the generation.
 */
export async function readProjectedList<Noun>(
  session: Session,
  list: ProjectedList,
  limit: number,
  read: RecordReader<Noun>,
): Promise<ProjectedPage<Noun>> {
  refuseEmptyRange(list.range);
  const generation = await readActiveGeneration(session.store, list.projection);
  // Read before the list: whatever is added in between makes the list newer than the lag says.
  const lagSeconds = await readLag(session, generation);
  return { ...(await collectRecords(session, { ...list, generation }, limit, read)), lagSeconds };
}

async function readLag(session: Session, generation: ProjectionGeneration): Promise<number> {
  const { projection } = generation;
  const { status } = await refuseUnbuilt(session, generation);
  const oldest = await readOldestUnapplied(session, status, [projection]);
  return Math.max(0, Date.now() - oldest(projection)) / 1_000;
}

/**
 * Refuses with projection_not_built while the generation lacks the records from before an upgrade: one
 * request, for the status of the tenant.
 */
export async function refuseUnbuilt(
  { store, tenant }: Pick<Session, 'store' | 'tenant'>,
  { projection, generation }: ProjectionGeneration,
): Promise<{ readonly status: ProjectionStatus; readonly generation: number }> {
  const status = await readStatus(store, tenant);
  if (generation === FIRST_GENERATION && !status.complete.includes(projection)) {
    throw new Refusal(
      'projection_not_built',
      `${projection} lacks records from before an upgrade until it is rebuilt.`,
    );
  }
  return { status, generation };
}

/** Whether the list has an identifier in the range: one request. */
export async function hasListedRecord(
  session: Session,
  generation: ProjectionGeneration,
  { list, range }: Pick<ProjectedList, 'list' | 'range'>,
): Promise<boolean> {
  const sought = { list, generation, order: 'oldest first' } as const;
  const { ids } = await queryList(session, sought, range, 1);
  return ids.length > 0;
}

type ServedList = ProjectedList & { readonly generation: ProjectionGeneration };

async function collectRecords<Noun>(
  session: Session,
  list: ServedList,
  limit: number,
  read: RecordReader<Noun>,
): Promise<Page<Noun>> {
  const found: Noun[] = [];
  let { range } = list;
  let bytes = 0;
  for (let listed = 0; ; listed += GROUP_SIZE) {
    const size = list.isSifted ? GROUP_SIZE : Math.min(GROUP_SIZE, limit - found.length);
    const { ids, end } = await queryList(session, list, range, size);
    const records = await read(ids);
    for (const id of ids) {
      const record = records.get(id);
      if (!record) continue;
      found.push(record.noun);
      bytes += record.bytes;
      const isFull = found.length === limit || bytes >= ANSWER_BYTES_MAX;
      if (isFull) return toPage(found, id !== ids.at(-1) || end !== undefined, id);
    }
    if (end === undefined) return toPage(found, false);
    if (listed + GROUP_SIZE >= LISTED_MAX) return toPage(found, true, end);
    range = buildRangeAfter(range, list.order, end);
  }
}

/** The next identifiers of the list, and where it continues after them; undefined at its end. */
async function queryList(
  { store, tenant }: Session,
  { list, generation, order }: Pick<ServedList, 'list' | 'generation' | 'order'>,
  { from, to }: KeyRange,
  size: number,
): Promise<{ readonly ids: readonly string[]; readonly end: string | undefined }> {
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :list AND SK BETWEEN :from AND :to',
    FilterExpression: 'visible = :visible',
    ProjectionExpression: 'SK',
    ExpressionAttributeValues: {
      ':list': keys.projectedList(tenant, generation, list),
      ':from': from,
      ':to': to,
      ':visible': true,
    },
    // One more shows whether the list continues.
    Limit: size + 1,
    ScanIndexForward: order === 'oldest first',
    ConsistentRead: true,
  });
  const ids = items.slice(0, size).map(({ SK }) => SK);
  const end = items.length > size ? ids.at(-1) : (more?.['SK'] as string | undefined);
  return { ids, end };
}
