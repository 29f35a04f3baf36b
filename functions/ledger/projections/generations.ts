// Which generations of the projections there are. One record of the whole deployment says it, and
// whoever changes it does so over the very state he has seen.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { PROJECTION_NAMES } from '../../domain/projections/projector.ts';
import type { ProjectionName } from '../../domain/projections/projector.ts';
import { RetryableError } from '../store/retries.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { requireProjectionsTable } from './items.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

export interface Generations {
  /** The one that readers see. */
  readonly active: number;
  /** Being filled from the receipts; new events flow to it as well. */
  readonly building?: number;
  /** Served until a moment ago and perhaps still read: new events flow to it as well. */
  readonly retiring?: number;
  /** Not written any more: its records are to be deleted. */
  readonly leftover?: number;
  /** In how many segments the receipts are read for the one that is being built. */
  readonly segments?: number;
  /** When that rebuild began. */
  readonly since?: string;
}

export interface ProjectionControl {
  readonly projections: Readonly<Record<ProjectionName, Generations>>;
  readonly revision: bigint;
}

const FIRST_GENERATION: Generations = { active: 1 };

/** Never stale: one request. */
export async function readControl(store: Store): Promise<ProjectionControl> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: keys.projectionControl,
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return fromControlItem(item as Item | undefined);
}

function fromControlItem(item: Item | undefined): ProjectionControl {
  const stored = JSON.parse((item?.['projections'] as string | undefined) ?? '{}') as object;
  const all = PROJECTION_NAMES.map(
    (name) => [name, { ...FIRST_GENERATION, ...readGenerations(stored, name) }] as const,
  );
  return {
    projections: Object.fromEntries(all) as ProjectionControl['projections'],
    revision: (item?.['revision'] as bigint | undefined) ?? 0n,
  };
}

function readGenerations(object: object, name: string): Partial<Generations> {
  return (object as Record<string, Partial<Generations>>)[name] ?? {};
}

/** Replaces the generations of a projection; throws RetryableError when someone else has meanwhile. */
export async function changeControl(
  store: Store,
  seen: ProjectionControl,
  name: ProjectionName,
  generations: Generations,
): Promise<void> {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: {
      ...keys.projectionControl,
      projections: JSON.stringify({ ...seen.projections, [name]: generations }),
      revision: seen.revision + 1n,
    },
    ConditionExpression: seen.revision === 0n ? 'attribute_not_exists(PK)' : 'revision = :seen',
    ...(seen.revision > 0n && { ExpressionAttributeValues: { ':seen': seen.revision } }),
  });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new RetryableError('busy', 'the generations were changed by another', { cause: error });
  }
}

/** The generations that an event is applied to. */
export function listWrittenGenerations({ active, building, retiring }: Generations): number[] {
  return [active, building, retiring].filter((generation) => generation !== undefined);
}
