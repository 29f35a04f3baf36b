// Checks one record against its schema and lists every fault in a fixed order.
import { buildValueCheck } from './fields.ts';
import type { FaultCode, FieldDefinition, RecordForm } from './fields.ts';
import type { EntityDefinition } from './entity-schemas.ts';

/** `field` is the field's name; `message` is a sentence without the value. */
export interface RecordFault {
  readonly field: string;
  readonly code: FaultCode;
  readonly message: string;
}

/** Returns all faults of a record: none when it is sound. */
export type RecordCheck = (record: Readonly<Record<string, unknown>>) => readonly RecordFault[];

const NO_RECORD_FAULTS: readonly RecordFault[] = [];

/**
 * Builds the check of a schema's records, once for any number of records. Faults come in the order of
 * the schema's fields; within a field type or value, length, pattern; then unknown fields in the order
 * of the record. In the form `text` an empty text means no value; in the form `typed` a missing member
 * does.
 */
export function buildRecordCheck({ fields }: EntityDefinition, form: RecordForm): RecordCheck {
  const checks = fields.map((field) => buildFieldCheck(field, form));
  const known = new Set(fields.map(({ name }) => name));
  return (record) => {
    let faults: RecordFault[] | undefined;
    for (const check of checks) {
      const found = check(record);
      if (found !== NO_RECORD_FAULTS) (faults ??= []).push(...found);
    }
    for (const name in record) {
      if (known.has(name) || !Object.hasOwn(record, name)) continue;
      (faults ??= []).push(buildUnknownFieldFault(name));
    }
    return faults ?? NO_RECORD_FAULTS;
  };
}

function buildFieldCheck(field: FieldDefinition, form: RecordForm): RecordCheck {
  const { name, required } = field;
  const check = buildValueCheck(field, form);
  const missing: readonly RecordFault[] = required
    ? [{ field: name, code: 'required', message: `${name} is required` }]
    : NO_RECORD_FAULTS;
  return (record) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined || (form === 'text' && value === '')) return missing;
    const found = check(value);
    if (found.length === 0) return NO_RECORD_FAULTS;
    return found.map(({ code, message }) => ({ field: name, code, message: `${name} ${message}` }));
  };
}

function buildUnknownFieldFault(name: string): RecordFault {
  return {
    field: name,
    code: 'unknown_field',
    message: `${name.slice(0, 80)} is not in the schema`,
  };
}
