// The steps that all operations that publish a schema share.
import type { EntityDefinition, EntitySchema } from '../../domain/schemas/entity-schemas.ts';
import { buildFirstSchemaVersion } from '../../domain/schemas/entity-schemas.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import { readPublishedVersion } from '../../ledger/schemas/reads.ts';
import { buildSchemaWrites } from '../../ledger/schemas/writes.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { toEntitySchemaView } from '../../views/entity-schema.ts';

/** The first version of a schema. */
export function buildFirstVersion(
  { store, tenant: tenantId }: Session,
  definition: EntityDefinition,
  now: Date,
): EntitySchema {
  return buildFirstSchemaVersion(definition, {
    id: buildIdGenerator(store.shards)(now)('sch'),
    tenantId,
    now,
  });
}

/** Publishes the first version: two requests to the store. Refuses with schema_exists. */
export async function publishNewSchema(
  session: Session,
  definition: EntityDefinition,
  now: Date,
): Promise<Outcome> {
  const { entity_name: name } = definition;
  const published = await readPublishedVersion(session, name);
  if (published) throw new Refusal('schema_exists', `${name} has the schema ${published.id}.`);
  return commitSchema(session, buildFirstVersion(session, definition, now));
}

/** Commits the version with its event. */
export function commitSchema(session: Session, schema: EntitySchema): Promise<Outcome> {
  const { id: aggregateId, version } = schema;
  return commit(session, {
    writes: buildSchemaWrites(session, schema),
    events: [{ type: 'entity_schema.published', aggregateId, version, payloadAt: '' }],
    status: 201,
    body: toEntitySchemaView(schema),
  });
}
