// Checks the value of a field. A member of a definition that does not apply to the type of its field has
// no effect, as in JSON Schema.
import { isCalendarDate } from '../values/calendar-dates.ts';
import { compilePattern } from './patterns.ts';
import type { PatternMatcher } from './patterns.ts';

export type FieldType = 'STRING' | 'NUMBER' | 'DATE' | 'BOOLEAN' | 'ENUM' | 'REFERENCE';

/** With the contract's member names. */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum_values?: readonly string[];
  readonly reference_table?: string;
  readonly default?: unknown;
  readonly description?: string;
}

/** Whether values are text, as in a CSV file, or have JSON types. */
export type RecordForm = 'text' | 'typed';

export type FaultCode =
  | 'required'
  | 'not_text'
  | 'not_a_number'
  | 'not_a_date'
  | 'not_a_boolean'
  | 'not_one_of'
  | 'empty_reference'
  | 'too_long'
  | 'pattern_mismatch'
  | 'unknown_field';

/** A fault of a value; `message` completes a sentence that starts with the field's name. */
export interface ValueFault {
  readonly code: FaultCode;
  readonly message: string;
}

type ValueCheck = (value: unknown) => readonly ValueFault[];

const NO_VALUE_FAULTS: readonly ValueFault[] = [];

const buildValueFaults = (code: FaultCode, message: string): readonly ValueFault[] => [
  { code, message },
];

const NOT_TEXT = buildValueFaults('not_text', 'must be text');
const NOT_A_NUMBER = buildValueFaults('not_a_number', 'must be a number');
const NOT_A_DATE = buildValueFaults('not_a_date', 'must be a date that exists, YYYY-MM-DD');
const NOT_A_BOOLEAN = buildValueFaults('not_a_boolean', 'must be true or false');
const EMPTY_REFERENCE = buildValueFaults('empty_reference', 'must name a record');

const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Builds the check of one present value, once per field; it runs for every record. */
export function buildValueCheck(field: FieldDefinition, form: RecordForm): ValueCheck {
  if (field.type === 'NUMBER') return form === 'text' ? checkNumberText : checkNumber;
  if (field.type === 'BOOLEAN') return form === 'text' ? checkBooleanText : checkBoolean;
  const kind = buildKindCheck(field);
  const length = buildLengthCheck(field);
  const pattern = buildPatternCheck(field);
  return (value) => {
    if (typeof value !== 'string') return NOT_TEXT;
    const one = kind(value);
    const two = length(value);
    const three = pattern(value);
    if (one === NO_VALUE_FAULTS && two === NO_VALUE_FAULTS && three === NO_VALUE_FAULTS)
      return NO_VALUE_FAULTS;
    return [...one, ...two, ...three];
  };
}

function checkNumber(value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? NO_VALUE_FAULTS : NOT_A_NUMBER;
}

function checkNumberText(value: unknown) {
  return typeof value === 'string' && DECIMAL.test(value) ? NO_VALUE_FAULTS : checkNumber(value);
}

function checkBoolean(value: unknown) {
  return typeof value === 'boolean' ? NO_VALUE_FAULTS : NOT_A_BOOLEAN;
}

function checkBooleanText(value: unknown) {
  return value === 'true' || value === 'false' ? NO_VALUE_FAULTS : checkBoolean(value);
}

type TextCheck = (text: string) => readonly ValueFault[];

const acceptAnyText: TextCheck = () => NO_VALUE_FAULTS;

function buildKindCheck({ type, enum_values: values = [] }: FieldDefinition): TextCheck {
  if (type === 'DATE') return (text) => (isCalendarDate(text) ? NO_VALUE_FAULTS : NOT_A_DATE);
  if (type === 'REFERENCE') return (text) => (text === '' ? EMPTY_REFERENCE : NO_VALUE_FAULTS);
  if (type !== 'ENUM') return acceptAnyText;
  const allowed = new Set(values);
  const notOneOf = buildValueFaults('not_one_of', `must be one of ${formatEnumValues(values)}`);
  return (text) => (allowed.has(text) ? NO_VALUE_FAULTS : notOneOf);
}

const VALUES_SHOWN = 10;

function formatEnumValues(values: readonly string[]): string {
  const first = values.slice(0, VALUES_SHOWN).join(', ');
  return values.length > VALUES_SHOWN ? `${first}, …` : first;
}

function buildLengthCheck({ maxLength: max }: FieldDefinition): TextCheck {
  if (max === undefined) return acceptAnyText;
  const tooLong = buildValueFaults('too_long', `must have at most ${max} characters`);
  return (text) => (text.length <= max || isAtMostLong(text, max) ? NO_VALUE_FAULTS : tooLong);
}

// A character is a Unicode code point, as in JSON Schema, and takes one or two UTF-16 units.
function isAtMostLong(text: string, max: number): boolean {
  if (text.length > 2 * max) return false;
  let left = max;
  for (const _ of text) if (--left < 0) return false;
  return true;
}

function buildPatternCheck({ pattern }: FieldDefinition): TextCheck {
  if (pattern === undefined) return acceptAnyText;
  const matches = requirePattern(pattern);
  const mismatch = buildValueFaults('pattern_mismatch', `must match the pattern ${pattern}`);
  return (text) => (matches(text) ? NO_VALUE_FAULTS : mismatch);
}

function requirePattern(pattern: string): PatternMatcher {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'object') throw new Error(`a pattern that ${compiled.fault}`);
  return compiled;
}
