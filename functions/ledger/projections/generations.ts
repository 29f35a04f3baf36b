// The generations of the projections, in one record for the whole deployment. A writer replaces it only
// if it is still in the state that the writer read.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { READ_MODEL_NAMES } from '../../domain/projections/projector.ts';
import type { ReadModelName } from '../../domain/projections/projector.ts';
import { RetryableError } from '../store/retries.ts';
import type { Item } from '../store/item.ts';
import type { Key, ProjectionGeneration } from '../store/keys.ts';
import { requireProjectionsTable } from './items.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

export interface Generations {
  /** The generation that readers see. */
  readonly active: number;
  /** Being filled from the receipts; also receives new events. */
  readonly building?: number;
  /** Active until recently and possibly still read, so it also receives new events. */
  readonly retiring?: number;
  /** No longer written; its records are to be deleted. */
  readonly leftover?: number;
  /** The number of segments that the rebuild reads the receipts in. */
  readonly segments?: number;
  /** When that rebuild started. */
  readonly since?: string;
  /** The table of receipts that it reads; absent in a rebuild that an earlier version started. */
  readonly receiptsTable?: string;
}

export interface ProjectionControl {
  readonly projections: Readonly<Record<ReadModelName, Generations>>;
  readonly revision: bigint;
}

// The name of a tenant has no asterisk, so this partition belongs to none.
const CONTROL_PARTITION = 'T#*#PRC';

/** The generations of the projections, for all tenants together: it holds no tenant's data. */
export const CONTROL_KEY: Key = { PK: CONTROL_PARTITION, SK: 'C' };

/** The checkpoint of a rebuild in one segment of the receipts. */
export function buildSegmentKey(
  { projection, generation }: ProjectionGeneration,
  segment: number,
): Key {
  const number = segment.toString().padStart(4, '0');
  return { PK: CONTROL_PARTITION, SK: `R#${projection}#G${generation}#${number}` };
}

const FIRST_GENERATION: Generations = { active: 1 };

/** Reads the control record, strongly consistently: one request. */
export async function readControl(store: Store): Promise<ProjectionControl> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: CONTROL_KEY,
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return fromControlItem(item as Item | undefined);
}

function fromControlItem(item: Item | undefined): ProjectionControl {
  const stored = JSON.parse((item?.['projections'] as string | undefined) ?? '{}') as object;
  const all = READ_MODEL_NAMES.map(
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

/** Replaces the generations of a projection; throws RetryableError if another writer did so meanwhile. */
export async function changeControl(
  store: Store,
  seen: ProjectionControl,
  name: ReadModelName,
  generations: Generations,
): Promise<void> {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: {
      ...CONTROL_KEY,
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
    throw new RetryableError('busy', 'another writer changed the generations', { cause: error });
  }
}

/** The generations that events are applied to. */
export function listWrittenGenerations({ active, building, retiring }: Generations): number[] {
  return [active, building, retiring].filter((generation) => generation !== undefined);
}
