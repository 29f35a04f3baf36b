// The status of a tenant's projections: the events they have applied, and those they could not.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { READ_MODEL_NAMES } from '../../domain/projections/projector.ts';
import type { LastEvent, ReadModelName } from '../../domain/projections/projector.ts';
import { RetryableError } from '../store/retries.ts';
import type { Item } from '../store/item.ts';
import { isId } from '../store/ids.ts';
import type { IdPrefix } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { requireProjectionsTable } from './items.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

/** An event that could not be applied and waits for another delivery. */
export interface ProjectionFailure {
  readonly projections: readonly ReadModelName[];
  readonly occurredAt: string;
  readonly reason: string;
}

/** Events that could not be applied when so many others were listed that there was no room for them. */
export interface UnlistedFailures {
  readonly oldest: string;
  readonly newest: string;
}

export interface ProjectionStatus {
  readonly last: Readonly<Partial<Record<ReadModelName, LastEvent>>>;
  /** The newest record applied, by its kind and write shard: `jrn-02`. */
  readonly heads: Readonly<Record<string, string>>;
  /** What a rebuild has brought to one projection and the stream not yet to the others. */
  readonly rebuilt?: Readonly<Partial<Record<ReadModelName, Readonly<Record<string, string>>>>>;
  /** By event id. */
  readonly failing: Readonly<Record<string, ProjectionFailure>>;
  /** By read model, until it is rebuilt: what was not listed cannot be crossed off. */
  readonly unlisted?: Readonly<Partial<Record<ReadModelName, UnlistedFailures>>>;
  /**
   * The projections that existed when the tenant's first event was applied. A later one lacks the
   * earlier events until it is rebuilt.
   */
  readonly complete: readonly ReadModelName[];
  readonly updatedAt?: string;
  readonly revision: bigint;
}

const EMPTY_STATUS: ProjectionStatus = {
  last: {},
  heads: {},
  failing: {},
  complete: READ_MODEL_NAMES,
  revision: 0n,
};

/** The newest record that the projection has applied, of a kind and write shard such as `jrn-02`. */
export function findAppliedHead(
  { heads, rebuilt = {} }: ProjectionStatus,
  projection: ReadModelName,
  head: string,
): string | undefined {
  const [streamed = '', swept = ''] = [heads[head], rebuilt[projection]?.[head]];
  return (swept > streamed ? swept : streamed) || undefined;
}

/** The status of a tenant's projections, strongly consistent: one request. */
export async function readStatus(store: Store, tenant: string): Promise<ProjectionStatus> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: keys.projectionStatus(tenant),
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return fromStatusItem(item as Item | undefined);
}

function fromStatusItem(item: Item | undefined): ProjectionStatus {
  if (!item) return EMPTY_STATUS;
  const stored = JSON.parse(item['status'] as string) as Omit<ProjectionStatus, 'revision'>;
  // A status of earlier versions does not say.
  const complete = stored.complete ?? [];
  const heads = omitChosenIds(stored.heads);
  return { ...stored, heads, complete, revision: item['revision'] as bigint };
}

// Earlier versions took a chosen identifier such as loan_basic for that of a record, and later ones never passed it.
function omitChosenIds(heads: ProjectionStatus['heads']): ProjectionStatus['heads'] {
  return Object.fromEntries(
    Object.entries(heads).filter(([, id]) => isId(id.slice(0, id.indexOf('_')) as IdPrefix, id)),
  );
}

/** Replaces the status that was read; throws RetryableError if another writer did so meanwhile. */
export async function writeStatus(
  store: Store,
  tenant: string,
  { revision, ...status }: ProjectionStatus,
): Promise<void> {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: {
      ...keys.projectionStatus(tenant),
      status: JSON.stringify(status),
      revision: revision + 1n,
    },
    ConditionExpression: revision === 0n ? 'attribute_not_exists(PK)' : 'revision = :seen',
    ...(revision > 0n && { ExpressionAttributeValues: { ':seen': revision } }),
  });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new RetryableError('busy', 'another writer changed the status', { cause: error });
  }
}
