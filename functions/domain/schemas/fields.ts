// What the value of a field may be. A member of a definition that does not concern the type of its
// field has no effect, as in JSON Schema.
import { isCalendarDate } from '../values/calendar-dates.ts';
import { compilePattern } from './patterns.ts';
import type { Pattern } from './patterns.ts';

export type FieldType = 'STRING' | 'NUMBER' | 'DATE' | 'BOOLEAN' | 'ENUM' | 'REFERENCE';

/** In the words of the contract. */
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

/** Whether values are text, as in a CSV file, or have the types of JSON. */
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

/** One thing that is wrong with a value; `message` ends a sentence that the field's name begins. */
export interface ValueFault {
  readonly code: FaultCode;
  readonly message: string;
}

type Check = (value: unknown) => readonly ValueFault[];

const SOUND: readonly ValueFault[] = [];

const fault = (code: FaultCode, message: string): readonly ValueFault[] => [{ code, message }];

const NOT_TEXT = fault('not_text', 'must be text');
const NOT_A_NUMBER = fault('not_a_number', 'must be a number');
const NOT_A_DATE = fault('not_a_date', 'must be a date that exists, YYYY-MM-DD');
const NOT_A_BOOLEAN = fault('not_a_boolean', 'must be true or false');
const EMPTY_REFERENCE = fault('empty_reference', 'must name a record');

const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** The check of one value that is there; made once for a field, it runs for every record. */
export function checkOf(field: FieldDefinition, form: RecordForm): Check {
  if (field.type === 'NUMBER') return form === 'text' ? checkNumberText : checkNumber;
  if (field.type === 'BOOLEAN') return form === 'text' ? checkBooleanText : checkBoolean;
  const kind = kindOf(field);
  const length = lengthOf(field);
  const pattern = patternOf(field);
  return (value) => {
    if (typeof value !== 'string') return NOT_TEXT;
    const one = kind(value);
    const two = length(value);
    const three = pattern(value);
    if (one === SOUND && two === SOUND && three === SOUND) return SOUND;
    return [...one, ...two, ...three];
  };
}

function checkNumber(value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? SOUND : NOT_A_NUMBER;
}

function checkNumberText(value: unknown) {
  return typeof value === 'string' && DECIMAL.test(value) ? SOUND : checkNumber(value);
}

function checkBoolean(value: unknown) {
  return typeof value === 'boolean' ? SOUND : NOT_A_BOOLEAN;
}

function checkBooleanText(value: unknown) {
  return value === 'true' || value === 'false' ? SOUND : checkBoolean(value);
}

type TextCheck = (text: string) => readonly ValueFault[];

const anything: TextCheck = () => SOUND;

function kindOf({ type, enum_values: values = [] }: FieldDefinition): TextCheck {
  if (type === 'DATE') return (text) => (isCalendarDate(text) ? SOUND : NOT_A_DATE);
  if (type === 'REFERENCE') return (text) => (text === '' ? EMPTY_REFERENCE : SOUND);
  if (type !== 'ENUM') return anything;
  const allowed = new Set(values);
  const notOneOf = fault('not_one_of', `must be one of ${shown(values)}`);
  return (text) => (allowed.has(text) ? SOUND : notOneOf);
}

const VALUES_SHOWN = 10;

function shown(values: readonly string[]): string {
  const first = values.slice(0, VALUES_SHOWN).join(', ');
  return values.length > VALUES_SHOWN ? `${first}, …` : first;
}

function lengthOf({ maxLength: max }: FieldDefinition): TextCheck {
  if (max === undefined) return anything;
  const tooLong = fault('too_long', `must have at most ${max} characters`);
  return (text) => (text.length <= max || hasAtMost(text, max) ? SOUND : tooLong);
}

// A character is a Unicode code point, as in JSON Schema, and takes one or two units of the text.
function hasAtMost(text: string, max: number): boolean {
  if (text.length > 2 * max) return false;
  let left = max;
  for (const _ of text) if (--left < 0) return false;
  return true;
}

function patternOf({ pattern }: FieldDefinition): TextCheck {
  if (pattern === undefined) return anything;
  const matches = soundPattern(pattern);
  const mismatch = fault('pattern_mismatch', `must match the pattern ${pattern}`);
  return (text) => (matches(text) ? SOUND : mismatch);
}

function soundPattern(pattern: string): Pattern {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'object') throw new Error(`a pattern that ${compiled.fault}`);
  return compiled;
}
