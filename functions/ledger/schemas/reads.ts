// Reads of entity schemas. Every read is strongly consistent and makes a known number of requests.
import type { EntitySchema, SchemaVersion } from '../../domain/schemas/entity-schemas.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { isId, listShardNames } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { toPage } from '../store/pages.ts';
import { getItem } from '../store/batch-get.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { publishedSchemaFields, schemaFields } from './items.ts';
import type { Session } from '../commit/session.ts';
import { buildRangeAfter, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';

/** The newest version of a schema: one request. Refuses with schema_not_found. */
export async function readSchema(session: Session, id: string): Promise<EntitySchema> {
  const { tenant } = session;
  const item = isId('sch', id) ? await getItem(session, keys.schema(tenant, id)) : undefined;
  if (!item) throw new Refusal('schema_not_found', `There is no schema ${id.slice(0, 64)}.`);
  return schemaFields.fromItem(item);
}

/** The newest version of the entity's schema, if there is one: one or two requests. */
export async function findSchema(
  session: Session,
  entityName: string,
): Promise<EntitySchema | undefined> {
  const claim = await getItem(session, keys.schemaName(session.tenant, entityName));
  return claim && readSchema(session, publishedSchemaFields.fromItem(claim).id);
}

/** The newest version of the entity's schema: two requests. Refuses with schema_not_found. */
export async function readEntitySchema(
  session: Session,
  entityName: string,
): Promise<EntitySchema> {
  const schema = await findSchema(session, entityName);
  if (schema) return schema;
  throw new Refusal('schema_not_found', `There is no schema of ${entityName.slice(0, 128)}.`);
}

/** One version of a schema: one request. Refuses with schema_not_found. */
export async function readSchemaVersion(
  session: Session,
  id: string,
  version: number,
): Promise<EntitySchema> {
  const item = await getItem(session, keys.schemaVersion(session.tenant, id, version));
  if (!item) {
    const sentence = `There is no version ${version} of schema ${id.slice(0, 64)}.`;
    throw new Refusal('schema_not_found', sentence);
  }
  return schemaFields.fromItem(item);
}

/** The version published under the entity's name, read by readToDecide. */
export async function readPublishedVersion(
  session: Session,
  entityName: string,
): Promise<SchemaVersion | undefined> {
  const [claim] = await readToDecide(session, [keys.schemaName(session.tenant, entityName)]);
  return claim && publishedSchemaFields.fromItem(claim);
}

/** A page of schemas by the time of their creation: one request per shard. */
export async function listSchemas(
  { store, tenant }: Session,
  { order, after, limit }: PageRequest,
): Promise<Page<EntitySchema>> {
  const partitions = listShardNames(store.shards).map((shard) => keys.schemas(tenant, shard));
  const range = buildRangeAfter({ from: 'sch_', to: 'sch_~' }, order, after);
  const listing: Listing = { partitions, range, order, spread: 'even' };
  const { items, hasMore } = await listMerged(store, listing, limit);
  const schemas = items.map(schemaFields.fromItem);
  return toPage(schemas, hasMore, items.at(-1)?.SK);
}
