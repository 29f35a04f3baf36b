// The refusals that each operation may answer, and their form in the OpenAPI document.
import { STATUS_PHRASES, refusals } from '../../functions/domain/refusals/refusals.ts';
import type { RefusalCode } from '../../functions/domain/refusals/refusals.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import { findPart } from './schemas.ts';
import type { ContractSchemas, Schema } from './schemas.ts';

/** The `components.examples` of an API whose operations refuse with these codes. */
export function buildRefusalExamples(codes: readonly RefusalCode[]) {
  return Object.fromEntries(codes.map((code) => [code, { value: buildHttpError(code) }]));
}

function buildHttpError(code: RefusalCode) {
  const { status, meaning } = refusals[code];
  return {
    statusCode: status,
    message: code === 'invalid_request' ? ['/currency is required'] : meaning,
    error: STATUS_PHRASES[status],
    code,
    correlation_id: '01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00',
  };
}

const MUTATION_REFUSALS = [
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'outcome_unknown',
] as const;

/** What is too large to wait for an approval. */
const CONTROL_REFUSALS = ['too_many_writes', 'entry_too_large'] as const;

/** All codes that an operation may refuse with, in order of precedence. */
export function listRefusals(
  schemas: ContractSchemas,
  name: OperationName,
  row: Operation,
): RefusalCode[] {
  const body = findPart(schemas, name, 'body');
  const query = findPart(schemas, name, 'query');
  const path = findPart(schemas, name, 'path');
  const codes = new Set<RefusalCode>([
    'unauthorized',
    'permission_denied',
    'invalid_correlation_id',
    'contention',
    ...row.refuses,
    ...(body ? (['unsupported_media_type', 'body_too_large', 'invalid_json'] as const) : []),
    ...(body || query || hasLengthLimit(path) ? (['invalid_request'] as const) : []),
    ...(row.idempotent ? MUTATION_REFUSALS : []),
    ...(row.control ? CONTROL_REFUSALS : []),
  ]);
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => codes.has(code));
}

/** Whether a path parameter can be invalid: most ids have no limits, and are only found or not. */
function hasLengthLimit(path: Schema | undefined): boolean {
  const parts = Object.values((path?.['properties'] ?? {}) as Record<string, Schema>);
  return parts.some((part) => Object.keys(part).some((key) => /^m(ax|in)/.test(key)));
}

/** All codes that these operations may refuse with, by name. */
export function listRefusalCodes(
  schemas: ContractSchemas,
  own: readonly [OperationName, Operation][],
): RefusalCode[] {
  return [...new Set(own.flatMap(([name, row]) => listRefusals(schemas, name, row)))].sort();
}
