// Writes a record of a read model with events in it, whoever else writes the same one meanwhile.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { applyToProjection } from '../../domain/projections/projector.ts';
import type { DomainEvent, ProjectedState, Projector } from '../../domain/projections/projector.ts';
import { RetryableError } from '../store/retries.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { fromProjectionItem, toProjectionItem, requireProjectionsTable } from './items.ts';
import type { ProjectionKey } from './items.ts';
import { sendWithDeadline } from '../store/store.ts';
import type { Store } from '../store/store.ts';

const ATTEMPTS_MAX = 20;

export interface ProjectionUpdate {
  readonly place: ProjectionKey;
  readonly projector: Projector;
  readonly events: readonly DomainEvent[];
}

/** An event that a projector cannot apply, with the reason. */
export interface UnappliedEvent {
  readonly event: DomainEvent;
  readonly error: unknown;
}

/**
 * Applies the events to their record: one write, one request more for a record that exists. What is
 * in it already changes nothing. Answers the events that could not be applied; throws Contention
 * when the store does not let it.
 */
export async function applyEvents(store: Store, work: ProjectionUpdate): Promise<UnappliedEvent[]> {
  // An aggregate's first event most often makes the record: it need not be looked for.
  const isNew = work.events.some(({ version }) => version === 1);
  let known = isNew ? undefined : await readStoredProjection(store, work.place);
  for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
    const { projected, unapplied } = projectEvents(work, known?.projected);
    if (projected === known?.projected || projected === undefined) return unapplied;
    const item = toProjectionItem(work.place, projected, work.projector);
    const met = await replaceProjection(store, known, item);
    if (met === undefined) return unapplied;
    known = met;
  }
  throw new RetryableError(`the projection stayed busy for ${ATTEMPTS_MAX} attempts`);
}

interface StoredProjection {
  readonly projected: ProjectedState;
  /** How often it was written. */
  readonly revision: bigint;
}

function projectEvents(
  { events, projector, place }: ProjectionUpdate,
  before: ProjectedState | undefined,
) {
  const unapplied: UnappliedEvent[] = [];
  let projected = before;
  for (const event of events) {
    try {
      projected = applyToProjection(projector, projected, event, place.entityId) ?? projected;
    } catch (error) {
      unapplied.push({ event, error });
    }
  }
  return { projected, unapplied };
}

async function readStoredProjection(
  store: Store,
  place: ProjectionKey,
): Promise<StoredProjection | undefined> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: keys.projection(place.tenant, place, place.entityId),
    ConsistentRead: true,
  });
  const { Item: item } = await sendWithDeadline(store, (until) =>
    store.documents.send(command, until),
  );
  return item && fromStoredProjection(item as Item);
}

function fromStoredProjection(item: Item): StoredProjection {
  return { projected: fromProjectionItem(item), revision: item['revision'] as bigint };
}

/** Undefined when it was written, else what was met there. */
async function replaceProjection(
  store: Store,
  known: StoredProjection | undefined,
  item: Item,
): Promise<StoredProjection | undefined> {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: { ...item, revision: (known?.revision ?? 0n) + 1n },
    ...(known
      ? {
          ConditionExpression: 'revision = :known',
          ExpressionAttributeValues: { ':known': known.revision },
        }
      : { ConditionExpression: 'attribute_not_exists(PK)' }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await sendWithDeadline(store, (until) => store.documents.send(command, until));
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (!error.Item) throw new RetryableError('the projection is gone', { cause: error });
    return fromStoredProjection(
      unmarshall(error.Item, { wrapNumbers: (digits) => BigInt(digits) }) as Item,
    );
  }
}
