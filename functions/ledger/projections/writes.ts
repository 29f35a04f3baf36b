// Applies events to a record of a read model, safely with concurrent writers of the same record.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { applyToProjection } from '../../domain/projections/projector.ts';
import type { DomainEvent, ProjectedState, Projector } from '../../domain/projections/projector.ts';
import { RetryableError } from '../store/retries.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { fromProjectionItem, toProjectionItem, requireProjectionsTable } from './items.ts';
import type { ProjectionKey } from './items.ts';
import { batchWrite } from '../store/batch-write.ts';
import { callStore, fromAttributes } from '../store/store.ts';
import type { Store } from '../store/store.ts';

const ATTEMPTS_MAX = 20;
const FIRST_REVISION = 1n;
const BATCHES = { requestsMax: 8, roundsMax: 5 };

export interface ProjectionUpdate {
  readonly key: ProjectionKey;
  readonly projector: Projector;
  readonly events: readonly DomainEvent[];
}

/** An event that a projector cannot apply, with the reason. */
export interface UnappliedEvent {
  readonly event: DomainEvent;
  readonly error: unknown;
}

/**
 * Applies the events to their record: one write, and one read if the record may exist. Events that were
 * already applied change nothing. Returns the events that could not be applied; throws RetryableError
 * if the store is unavailable or the record stays busy.
 */
export async function applyEvents(store: Store, work: ProjectionUpdate): Promise<UnappliedEvent[]> {
  // An aggregate's first event usually creates the record, so do not read it first.
  const isNew = work.events.some(({ version }) => version === 1);
  let known = isNew ? undefined : await readStoredProjection(store, work.key);
  for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
    const { projected, unapplied } = projectEvents(work, known?.projected);
    if (projected === known?.projected || projected === undefined) return unapplied;
    const item = toProjectionItem(work.key, projected, work.projector);
    const met = await replaceProjection(store, known, item);
    if (met === undefined) return unapplied;
    known = met;
  }
  throw new RetryableError('busy', `the projection stayed busy for ${ATTEMPTS_MAX} attempts`);
}

/**
 * Writes records that one event makes: a record is a function of its event alone, so that writing it again changes
 * nothing and needs no condition. Returns the events that cannot be applied; throws RetryableError if the store
 * does not take all records.
 */
export async function writeFinalRecords(
  store: Store,
  all: readonly ProjectionUpdate[],
): Promise<Map<ProjectionKey, UnappliedEvent[]>> {
  const unapplied = new Map<ProjectionKey, UnappliedEvent[]>();
  const writes = all.flatMap((work) => {
    const result = projectEvents(work, undefined);
    unapplied.set(work.key, result.unapplied);
    if (!result.projected) return [];
    const item = toProjectionItem(work.key, result.projected, work.projector);
    return [{ PutRequest: { Item: { ...item, revision: FIRST_REVISION } } }];
  });
  await batchWrite(store, requireProjectionsTable(store), writes, BATCHES);
  return unapplied;
}

interface StoredProjection {
  readonly projected: ProjectedState;
  /** How often the record has been written. */
  readonly revision: bigint;
}

function projectEvents(
  { events, projector, key }: ProjectionUpdate,
  before: ProjectedState | undefined,
) {
  const unapplied: UnappliedEvent[] = [];
  let projected = before;
  for (const event of events) {
    try {
      projected = applyToProjection(projector, projected, event, key.entityId) ?? projected;
    } catch (error) {
      unapplied.push({ event, error });
    }
  }
  return { projected, unapplied };
}

async function readStoredProjection(
  store: Store,
  key: ProjectionKey,
): Promise<StoredProjection | undefined> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: keys.projection(key.tenant, key, key.entityId),
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item && fromStoredProjection(item as Item);
}

function fromStoredProjection(item: Item): StoredProjection {
  return { projected: fromProjectionItem(item), revision: item['revision'] as bigint };
}

/** Undefined if the record was written, otherwise the record that was stored instead. */
async function replaceProjection(
  store: Store,
  known: StoredProjection | undefined,
  item: Item,
): Promise<StoredProjection | undefined> {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: { ...item, revision: known ? known.revision + 1n : FIRST_REVISION },
    ...(known
      ? {
          ConditionExpression: 'revision = :known',
          ExpressionAttributeValues: { ':known': known.revision },
        }
      : { ConditionExpression: 'attribute_not_exists(PK)' }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (!error.Item)
      throw new RetryableError('busy', 'the projection was deleted', { cause: error });
    return fromStoredProjection(fromAttributes(error.Item));
  }
}
