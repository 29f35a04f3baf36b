// Kinds of records that an institution defines itself (docs/contract.md, Schemas): what makes a definition
// sound, and how one is published. Each publication is a version; the ones before stay as they were.
import { latestTime } from '../values/latest-time.ts';
import { buildValueCheck } from './fields.ts';
import type { FieldDefinition } from './fields.ts';
import { compilePattern } from './patterns.ts';
import { Refusal } from '../refusals/refusals.ts';

/** The portable part of a schema, in the words of the contract. */
export interface EntityDefinition {
  readonly entity_name: string;
  readonly display_name: string;
  readonly fields: readonly FieldDefinition[];
}

export interface EntitySchema {
  readonly id: string;
  readonly tenantId: string;
  readonly definition: EntityDefinition;
  /** 1 at first, one more with each publication. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The newest version of an entity's schema, as its name tells. */
export type SchemaVersion = Omit<EntitySchema, 'definition' | 'tenantId'>;

/** A stored definition fits one record of the ledger with room to spare. */
const DEFINITION_BYTES_MAX = 256 * 1024;
const FAULTS_MAX = 20;

/** The definition without anything else that was sent along. Refuses with invalid_schema. */
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
  const places = new Map<string, number>();
  return fields.flatMap((field, place) => {
    const pointer = `/fields/${place}`;
    const first = places.get(field.name);
    if (first === undefined) places.set(field.name, place);
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
  // What a default must fit is known only when the rest of its field is sound.
  return faults.length > 0 ? faults : findDefaultFaults(field, pointer);
}

function findDefaultFaults(field: FieldDefinition, pointer: string): string[] {
  if (!Object.hasOwn(field, 'default')) return [];
  const faults = buildValueCheck(field, 'typed')(field.default);
  return faults.map(({ message }) => `${pointer}/default ${message}`);
}

/** The first version. */
export function buildFirstSchemaVersion(
  definition: EntityDefinition,
  { id, tenantId, now }: { id: string; tenantId: string; now: Date },
): EntitySchema {
  const createdAt = now.toISOString();
  return { id, tenantId, definition, version: 1, createdAt, updatedAt: createdAt };
}

/** The version after the newest one. */
export function buildNextSchemaVersion(
  { id, version, createdAt, updatedAt }: SchemaVersion,
  definition: EntityDefinition,
  { tenantId, now }: { tenantId: string; now: Date },
): EntitySchema {
  const at = latestTime(now, updatedAt).toISOString();
  return { id, tenantId, definition, version: version + 1, createdAt, updatedAt: at };
}
