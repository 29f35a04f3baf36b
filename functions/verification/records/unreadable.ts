// Errors of reading damaged records. The scan of the tables reports each such record.
import { types } from 'node:util';

const NAMES = ['TypeError', 'SyntaxError', 'RangeError', 'Refusal'];

/** Whether the error is from reading a damaged record; any other is a failure of the store or a bug. */
export function isUnreadable(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  return NAMES.includes(error.name) || ('code' in error && String(error.code).startsWith('Z_'));
}

/** What the record says; undefined if it cannot be read. */
export function readIfSound<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
