// Reads of the projections, one request each. Readers use the active generation that they have read for as long as
// the stage says; until then the one before is kept up to date as well.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type {
  ProjectedState,
  ProjectionName,
  ReadModelName,
} from '../../domain/projections/projector.ts';
import { readAppliedVersion } from '../../domain/projections/product-publication.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { ProjectionGeneration } from '../store/keys.ts';
import { readControl } from './generations.ts';
import { fromProjectionItem, requireProjectionsTable } from './items.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import type { Session } from '../commit/session.ts';
import { limitToAnswerSize, runQuery, runWholeQuery } from '../store/merged-lists.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

export interface ProjectionRecord extends ProjectedState {
  readonly entityId: string;
}

/** The longest time for which a reader may continue to read a generation that is no longer active. */
export const GENERATION_REUSE_MAX_MS = 5_000;

/** The time for which the readers of the stage may continue to read a generation that is no longer active. */
export function readGenerationReuseMs({ generationReuseMs }: Store): number {
  return generationReuseMs ?? GENERATION_REUSE_MAX_MS;
}

interface CachedGenerations {
  readonly projections: Awaited<ReturnType<typeof readControl>>['projections'];
  readonly until: number;
}

const generationCache = new WeakMap<Store['documents'], CachedGenerations>();

/** The generation of a read model that readers see: one request for as long as it may be used again. */
export async function readActiveGeneration(
  store: Store,
  projection: ReadModelName,
): Promise<ProjectionGeneration> {
  const { documents } = store;
  let fresh = generationCache.get(documents);
  if (!fresh || fresh.until < Date.now()) {
    // A rebuild counts from its swap, which may come while the answer is on its way.
    const until = Date.now() + readGenerationReuseMs(store);
    const { projections } = await readControl(store);
    fresh = { projections, until };
    generationCache.set(documents, fresh);
  }
  return { projection, generation: fresh.projections[projection].active };
}

/** One record of a read model. Refuses with projection_not_found. */
export async function readProjection(
  { store, tenant }: Session,
  projection: ProjectionName,
  entityId: string,
): Promise<ProjectionRecord> {
  const generation = await readActiveGeneration(store, projection);
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: keys.projection(tenant, generation, entityId),
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  if (item?.['visible'] === true) return fromRecordItem(item as Item);
  throw new Refusal(
    'projection_not_found',
    `${projection} does not have ${entityId.slice(0, 64)}, or does not have it yet.`,
  );
}

/**
 * A page of a read model by entity ids: one request. May hold fewer records than `limit`.
 */
export async function listProjections(
  { store, tenant }: Session,
  projection: ProjectionName,
  { order, after, limit }: PageRequest,
): Promise<Page<ProjectionRecord>> {
  const generation = await readActiveGeneration(store, projection);
  const isForward = order === 'oldest first';
  const rest = `PK = :list AND SK ${isForward ? '>' : '<'} :after`;
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: after === undefined ? 'PK = :list' : rest,
    FilterExpression: 'visible = :visible',
    ExpressionAttributeValues: {
      ':list': keys.projections(tenant, generation),
      ':visible': true,
      ...(after !== undefined && { ':after': after }),
    },
    Limit: limit + 1,
    ScanIndexForward: isForward,
  });
  const records = items.slice(0, limit).map(fromRecordItem);
  const page = limitToAnswerSize(records);
  const isCut = page.length < items.length;
  const next = isCut ? page.at(-1)?.entityId : (more?.['SK'] as string | undefined);
  return toPage(page, next !== undefined, next);
}

/** The applied version of each of the tenant's products, strongly consistent: one request a megabyte. */
export async function readPublishedVersions({
  store,
  tenant,
}: Session): Promise<ReadonlyMap<string, number>> {
  const generation = await readActiveGeneration(store, 'product_publication');
  const items = await runWholeQuery(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :list',
    ExpressionAttributeValues: { ':list': keys.projections(tenant, generation) },
    ConsistentRead: true,
  });
  return new Map(
    items.map(fromRecordItem).map(({ entityId, state }) => [entityId, readAppliedVersion(state)]),
  );
}

function fromRecordItem(item: Item): ProjectionRecord {
  return { entityId: item.SK, ...fromProjectionItem(item) };
}
