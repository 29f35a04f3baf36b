// Writes a record of a read model with events in it, whoever else writes the same one meanwhile.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { project } from '../../domain/projections/projector.ts';
import type { DomainEvent, Projected, Projector } from '../../domain/projections/projector.ts';
import { RetryableError } from '../store/retries.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { projectedOf, projectionItem, projectionsTable } from './items.ts';
import type { Place } from './items.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

const ATTEMPTS_MAX = 20;

export interface Application {
  readonly place: Place;
  readonly projector: Projector;
  readonly events: readonly DomainEvent[];
}

/** An event that a projector cannot apply, with the reason. */
export interface Unapplied {
  readonly event: DomainEvent;
  readonly error: unknown;
}

/**
 * Applies the events to their record: one write, one request more for a record that exists. What is
 * in it already changes nothing. Answers the events that could not be applied; throws RetryableError
 * when the store does not let it.
 */
export async function applyEvents(store: Store, work: Application): Promise<Unapplied[]> {
  // An aggregate's first event most often makes the record: it need not be looked for.
  const isNew = work.events.some(({ version }) => version === 1);
  let known = isNew ? undefined : await readProjected(store, work.place);
  for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
    const { projected, unapplied } = withEvents(work, known?.projected);
    if (projected === known?.projected || projected === undefined) return unapplied;
    const item = projectionItem(work.place, projected, work.projector);
    const met = await putOver(store, known, item);
    if (met === undefined) return unapplied;
    known = met;
  }
  throw new RetryableError('busy', `the projection stayed busy for ${ATTEMPTS_MAX} attempts`);
}

interface Known {
  readonly projected: Projected;
  /** How often it was written. */
  readonly revision: bigint;
}

function withEvents({ events, projector, place }: Application, before: Projected | undefined) {
  const unapplied: Unapplied[] = [];
  let projected = before;
  for (const event of events) {
    try {
      projected = project(projector, projected, event, place.entityId) ?? projected;
    } catch (error) {
      unapplied.push({ event, error });
    }
  }
  return { projected, unapplied };
}

async function readProjected(store: Store, place: Place): Promise<Known | undefined> {
  const command = new GetCommand({
    TableName: projectionsTable(store),
    Key: keys.projection(place.tenant, place, place.entityId),
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item && knownOf(item as Item);
}

function knownOf(item: Item): Known {
  return { projected: projectedOf(item), revision: item['revision'] as bigint };
}

/** Undefined when it was written, else what was met there. */
async function putOver(
  store: Store,
  known: Known | undefined,
  item: Item,
): Promise<Known | undefined> {
  const command = new PutCommand({
    TableName: projectionsTable(store),
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
    await callStore(store, (until) => store.documents.send(command, until));
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (!error.Item) throw new RetryableError('busy', 'the projection is gone', { cause: error });
    return knownOf(unmarshall(error.Item, { wrapNumbers: (digits) => BigInt(digits) }) as Item);
  }
}
