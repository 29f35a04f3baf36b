// What all ways to publish a schema have in common.
import type { EntityDefinition, EntitySchema } from '../../domain/schemas/entity-schemas.ts';
import { buildFirstSchemaVersion } from '../../domain/schemas/entity-schemas.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import type { CommittedAnswer } from '../../ledger/commit/receipts.ts';
import { readPublishedVersion } from '../../ledger/schemas/reads.ts';
import { buildSchemaWrites } from '../../ledger/schemas/writes.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { toEntitySchemaView } from '../../views/entity-schema.ts';

/** The first version of the definition's schema. */
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

/** Publishes the first version; two requests to the store. Refuses with schema_exists. */
export async function publishNewSchema(
  session: Session,
  definition: EntityDefinition,
  now: Date,
): Promise<CommittedAnswer> {
  const { entity_name: name } = definition;
  const published = await readPublishedVersion(session, name);
  if (published) throw new Refusal('schema_exists', `${name} has the schema ${published.id}.`);
  return commitSchema(session, buildFirstVersion(session, definition, now));
}

/** Commits the version with its event. */
export function commitSchema(session: Session, schema: EntitySchema): Promise<CommittedAnswer> {
  const { id: aggregateId, version } = schema;
  return commit(session, {
    writes: buildSchemaWrites(session, schema),
    events: [{ type: 'entity_schema.published', aggregateId, version, payloadAt: '' }],
    status: 201,
    body: toEntitySchemaView(schema),
  });
}
