// One record against its schema: every fault of it, in an order that is always the same.
import { checkOf } from './fields.ts';
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

const SOUND: readonly RecordFault[] = [];

/**
 * The check of a schema's records, made once for any number of them. Faults come in the order of the
 * schema's fields, within a field type or value, length, pattern, and then the fields that the
 * schema does not know in the order of the record.
 * In the form `text` an empty text is an absent value; in the form `typed` an absent value is a
 * member that is not there.
 */
export function recordCheck({ fields }: EntityDefinition, form: RecordForm): RecordCheck {
  const checks = fields.map((field) => fieldCheck(field, form));
  const known = new Set(fields.map(({ name }) => name));
  return (record) => {
    let faults: RecordFault[] | undefined;
    for (const check of checks) {
      const found = check(record);
      if (found !== SOUND) (faults ??= []).push(...found);
    }
    for (const name in record) {
      if (known.has(name) || !Object.hasOwn(record, name)) continue;
      (faults ??= []).push(unknownField(name));
    }
    return faults ?? SOUND;
  };
}

function fieldCheck(field: FieldDefinition, form: RecordForm): RecordCheck {
  const { name, required } = field;
  const check = checkOf(field, form);
  const missing: readonly RecordFault[] = required
    ? [{ field: name, code: 'required', message: `${name} is required` }]
    : SOUND;
  return (record) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined || (form === 'text' && value === '')) return missing;
    const found = check(value);
    if (found.length === 0) return SOUND;
    return found.map(({ code, message }) => ({ field: name, code, message: `${name} ${message}` }));
  };
}

function unknownField(name: string): RecordFault {
  return {
    field: name,
    code: 'unknown_field',
    message: `${name.slice(0, 80)} is not in the schema`,
  };
}
