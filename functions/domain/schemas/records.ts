// One record against its schema: every fault of it, in an order that is always the same.
import { buildValueCheck } from './fields.ts';
import type { FaultCode, FieldDefinition, RecordForm } from './fields.ts';
import type { EntityDefinition } from './entity-schemas.ts';

/** `field` is the field's name; `message` is a sentence without the value. */
export interface RecordFault {
  readonly field: string;
  readonly code: FaultCode;
  readonly message: string;
}

/** All faults of a record: none when it is sound. */
export type RecordCheck = (record: Readonly<Record<string, unknown>>) => readonly RecordFault[];

const NO_RECORD_FAULTS: readonly RecordFault[] = [];

/**
 * The check of a schema's records, made once for any number of them. Faults come in the order of the
 * schema's fields, within a field type or value, length, pattern, and then the fields that the
 * schema does not know in the order of the record.
 * In the form `text` an empty text is an absent value; in the form `typed` an absent value is a
 * member that is not there.
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
