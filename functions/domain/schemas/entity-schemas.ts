// Entity schemas: record types that an institution defines (docs/contract.md, Schemas), when a
// definition is sound, and how it is published. Each publication is a new version; earlier versions
// stay.
import { latestTime } from '../values/times.ts';
import { buildValueCheck } from './fields.ts';
import type { FieldDefinition } from './fields.ts';
import { compilePattern } from './patterns.ts';
import { Refusal } from '../refusals/refusals.ts';

/** The portable part of a schema, with the contract's member names. */
export interface EntityDefinition {
  readonly entity_name: string;
  readonly display_name: string;
  readonly fields: readonly FieldDefinition[];
}

export interface EntitySchema {
  readonly id: string;
  readonly tenantId: string;
  readonly definition: EntityDefinition;
  /** 1 at first; grows by 1 with each publication. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The newest version of an entity's schema, by the entity's name. */
export type SchemaVersion = Omit<EntitySchema, 'definition' | 'tenantId'>;

/** The size limit keeps a definition well within one stored record. */
const DEFINITION_BYTES_MAX = 256 * 1024;
const FAULTS_MAX = 20;

/** Validates the definition and copies its known members. Refuses with invalid_schema. */
export function defineEntity(request: EntityDefinition): EntityDefinition {
  const { entity_name, display_name, fields } = request;
  const definition = { entity_name, display_name, fields };
  const bytes = new TextEncoder().encode(JSON.stringify(definition)).length;
  const faults =
    bytes > DEFINITION_BYTES_MAX
      ? [`the definition takes ${bytes} bytes, more than ${DEFINITION_BYTES_MAX}`]
      : findDefinitionFaults(fields);
  if (faults.length > 0) throw new Refusal('invalid_schema', faults.slice(0, FAULTS_MAX));
  return definition;
}

function findDefinitionFaults(fields: readonly FieldDefinition[]): string[] {
  const firstIndexes = new Map<string, number>();
  return fields.flatMap((field, index) => {
    const pointer = `/fields/${index}`;
    const first = firstIndexes.get(field.name);
    if (first === undefined) firstIndexes.set(field.name, index);
    const twice = first === undefined ? [] : [`${pointer}/name is that of /fields/${first} too`];
    return [...twice, ...findFieldFaults(field, pointer)];
  });
}

function findFieldFaults(field: FieldDefinition, pointer: string): string[] {
  const faults: string[] = [];
  if (field.type === 'ENUM' && field.enum_values === undefined) {
    faults.push(`${pointer}/enum_values is required for type ENUM`);
  }
  if (field.type === 'REFERENCE' && field.reference_table === undefined) {
    faults.push(`${pointer}/reference_table is required for type REFERENCE`);
  }
  const pattern = field.pattern === undefined ? undefined : compilePattern(field.pattern);
  if (typeof pattern === 'object') faults.push(`${pointer}/pattern ${pattern.fault}`);
  // A default can be checked only once the rest of its field is sound.
  return faults.length > 0 ? faults : findDefaultFaults(field, pointer);
}

function findDefaultFaults(field: FieldDefinition, pointer: string): string[] {
  if (!Object.hasOwn(field, 'default')) return [];
  const faults = buildValueCheck(field, 'typed')(field.default);
  return faults.map(({ message }) => `${pointer}/default ${message}`);
}

/** Builds the first version. */
export function buildFirstSchemaVersion(
  definition: EntityDefinition,
  { id, tenantId, now }: { id: string; tenantId: string; now: Date },
): EntitySchema {
  const createdAt = now.toISOString();
  return { id, tenantId, definition, version: 1, createdAt, updatedAt: createdAt };
}

/** Builds the version after the newest one. */
export function buildNextSchemaVersion(
  { id, version, createdAt, updatedAt }: SchemaVersion,
  definition: EntityDefinition,
  { tenantId, now }: { tenantId: string; now: Date },
): EntitySchema {
  const at = latestTime(now, updatedAt).toISOString();
  return { id, tenantId, definition, version: version + 1, createdAt, updatedAt: at };
}
