// What the verification of a token throws for a signature that is none of its algorithm.

/** Node throws where the library for tokens expects a plain no. */
export function isMalformedSignature(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_OPERATION_FAILED';
}
