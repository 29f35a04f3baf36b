// Checks one row of a file against its record type and reports every fault as a rejection.
import { buildRecordCheck } from '../schemas/records.ts';
import type { FieldDefinition, RecordForm } from '../schemas/fields.ts';
import { buildAmountConversion, buildDateConversion, ISO_DATE } from './import-options.ts';
import type { Conversion, ImportOptions } from './import-options.ts';
import type { RecordType } from './record-types.ts';
import { sortRejections, formatRejectedValue } from './rejections.ts';
import type { Rejection, RowFault } from './rejections.ts';

type CheckedRow = Readonly<Record<string, unknown>>;

/** Returns all rejections of a row, by field: none when it is sound. */
export type RowCheck = (row: number, values: CheckedRow) => readonly Rejection[];

const NO_REJECTIONS: readonly Rejection[] = [];
const ZERO = /^0+([.,]0*)?$/;

/** Observes each checked row, with amounts and dates in the ledger's form. */
export type RowObserver = (row: number, record: CheckedRow, isSound: boolean) => void;

export interface RowCheckOptions extends ImportOptions {
  readonly watch?: RowObserver | undefined;
}

/** Builds the check of a file's rows, which accepts amounts and dates as the file writes them. */
export function buildRowCheck(
  type: RecordType,
  form: RecordForm,
  options: RowCheckOptions,
): RowCheck {
  const check = buildRecordCheck(type.definition, form);
  const convert = buildConversion(type, options);
  const moneyFaults = buildMoneyCheck(type);
  const { findFaults, findTogether } = type;
  const formatMessage = buildSentence(options);
  const { watch } = options;
  return (row, values) => {
    const record = convert(values);
    const faults = check(record);
    const others = findFaults ? findFaults(record, form) : moneyFaults(record);
    const isSound = faults.length === 0 && others.length === 0;
    watch?.(row, record, isSound);
    const together = isSound && findTogether ? findTogether(row, record) : NO_FAULTS;
    if (isSound && together.length === 0) return NO_REJECTIONS;
    const rejections = [...faults, ...others, ...together].map(({ field, code, message }) => {
      const value = Object.hasOwn(values, field) ? formatRejectedValue(values[field]) : '';
      return { row, field, code, message: formatMessage(code, message), value };
    });
    return sortRejections(rejections);
  };
}

const NO_FAULTS: readonly RowFault[] = [];

function buildMoneyCheck({ amounts = {}, exactlyOne }: RecordType) {
  const checks = Object.entries(amounts);
  return (record: CheckedRow): readonly RowFault[] => {
    let faults = exactlyOne ? checkExactlyOne(exactlyOne, record) : NO_FAULTS;
    for (const [field, form] of checks) {
      const value = Object.hasOwn(record, field) ? record[field] : undefined;
      if (typeof value !== 'string' || value === '' || form.test(value)) continue;
      faults = [...faults, { field, code: 'not_an_amount', message: `${field} ${NO_AMOUNT}` }];
    }
    return faults;
  };
}

const NO_AMOUNT = 'must be an amount with two decimals';

function checkExactlyOne(fields: readonly string[], record: CheckedRow): readonly RowFault[] {
  let given: string | undefined;
  let count = 0;
  for (const field of fields) {
    if (!isAboveZero(Object.hasOwn(record, field) ? record[field] : undefined)) continue;
    given ??= field;
    count += 1;
  }
  if (count === 1) return NO_FAULTS;
  const message = `exactly one of ${fields.join(' and ')} must be above zero`;
  return [{ field: given ?? fields[0] ?? '', code: 'not_exactly_one_amount', message }];
}

// Text that is not an amount is reported by another check.
function isAboveZero(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !ZERO.test(value);
}

function buildConversion(type: RecordType, options: ImportOptions) {
  const conversions = listFieldConversions(type, options);
  if (conversions.length === 0) return (values: CheckedRow) => values;
  return (values: CheckedRow) => {
    const record = { ...values };
    for (const [name, convert] of conversions) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (typeof value === 'string' && value !== '') record[name] = convert(value);
    }
    return record;
  };
}

function listFieldConversions({ definition, numbers }: RecordType, options: ImportOptions) {
  const [amount, date] = [buildAmountConversion(options), buildDateConversion(options)];
  const of = ({ name, type }: FieldDefinition): Conversion | undefined => {
    if (type === 'DATE') return date;
    return numbers.includes(name) ? amount : undefined;
  };
  return definition.fields.flatMap((field): [string, Conversion][] => {
    const conversion = of(field);
    return conversion ? [[field.name, conversion]] : [];
  });
}

// The message names the file's date format, which the operator knows.
function buildSentence({ date_format: format = ISO_DATE }: ImportOptions) {
  return (code: string, message: string) =>
    code === 'not_a_date' ? message.replace(ISO_DATE, format) : message;
}
