/** The `code` of a Node.js error, such as EEXIST. */
export function readErrorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
