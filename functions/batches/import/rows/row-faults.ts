// Finds the faults of one row of the file: of the row as a whole, and of its fields.
import type { RecordType } from '../../../domain/imports/record-types.ts';
import { formatRejectedValue, sortRejections } from '../../../domain/imports/rejections.ts';
import type { Rejection } from '../../../domain/imports/rejections.ts';
import { buildRowCheck } from '../../../domain/imports/row-check.ts';
import type { RowCheckOptions } from '../../../domain/imports/row-check.ts';
import { findInexactNumbers } from '../../../domain/values/json-numbers.ts';
import {
  DEPTH_MAX,
  findRepeatedMember,
  hasLoneSurrogate,
  isDeeper,
} from '../../../runtime/json.ts';
import { toCsvRecord } from './csv-record.ts';
import type { Columns } from './columns.ts';

const MEMBERS_MAX = 1_000;
const NAME_CHARACTERS_SHOWN = 80;

/** All rejections of a row, by field. */
export type RowFaultFinder<Content> = (row: number, content: Content) => readonly Rejection[];

export function buildCsvFaultFinder(
  type: RecordType,
  options: RowCheckOptions,
  columns: Columns,
): RowFaultFinder<readonly string[]> {
  const check = buildRowCheck(type, 'text', options);
  return (row, content) => {
    const faults = check(row, toCsvRecord(columns, content));
    if (content.length === columns.length) return faults;
    const code = content.length > columns.length ? 'too_many_columns' : 'too_few_columns';
    const message = `the row has ${content.length} columns, the heading ${columns.length}`;
    return [{ row, field: '', code, message, value: '' }, ...faults];
  };
}

export function buildJsonFaultFinder(
  type: RecordType,
  options: RowCheckOptions,
): RowFaultFinder<string> {
  const check = buildRowCheck(type, 'typed', options);
  return (row, content) => {
    const whole = (code: string, message: string) => [
      { row, field: '', code, message, value: formatRejectedValue(content) },
    ];
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch {
      return whole('malformed_json', 'the line is not JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return whole('not_an_object', 'the line is not a JSON object');
    }
    // What reads a value calls itself for each level.
    if (isDeeper(content, DEPTH_MAX)) {
      return whole('too_deep', `the object nests deeper than ${DEPTH_MAX} levels`);
    }
    const members = Object.keys(value).length;
    if (members > MEMBERS_MAX) {
      return whole('too_many_members', `the object has ${members} members`);
    }
    const repeated = mayRepeat(content, members) ? findRepeatedMember(content) : undefined;
    if (repeated !== undefined) {
      const name = repeated.slice(0, NAME_CHARACTERS_SHOWN).toWellFormed();
      return whole('repeated_member', `the line repeats the member ${name}`);
    }
    if (hasLoneSurrogate(value)) {
      return whole('malformed_json', 'the line holds text that is not Unicode (a lone surrogate)');
    }
    const faults = addNumberFaults(row, content, check(row, value as Record<string, unknown>));
    return faults.map((fault) => ({
      ...fault,
      field: formatRejectedValue(fault.field),
      message: fault.message.toWellFormed(),
    }));
  };
}

// Most lines have one colon for each member of the object, and are not read again.
function mayRepeat(content: string, members: number): boolean {
  return content.split(':', members + 2).length > members + 1;
}

// The check has seen what a number became, and no rejection may show a value that the file does not have.
function addNumberFaults(
  row: number,
  content: string,
  faults: readonly Rejection[],
): readonly Rejection[] {
  const numbers = findInexactNumbers(content);
  if (numbers.length === 0) return faults;
  const texts = new Map(
    numbers.toReversed().map(({ path: [field = ''], text }) => [field, formatRejectedValue(text)]),
  );
  const others = faults
    .filter(({ field, code }) => !(texts.has(field) && code === 'not_a_number'))
    .map((fault) => ({ ...fault, value: texts.get(fault.field) ?? fault.value }));
  const inexact = [...texts].map(([field, value]) => {
    const message = `${field.slice(0, 80)} has a number that cannot be held exactly`;
    return { row, field, code: 'inexact_number', message, value };
  });
  return sortRejections([...others, ...inexact]);
}
