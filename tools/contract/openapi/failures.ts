// The answers of an operation that are no success, in the OpenAPI document.
import { refusals } from '../../../functions/domain/refusals/refusals.ts';
import type { RefusalCode } from '../../../functions/domain/refusals/refusals.ts';
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import { listRefusals } from '../operation-refusals.ts';
import type { ContractSchemas } from '../schemas.ts';
import { referToHeader } from './successes.ts';

const ERROR = { $ref: '#/components/schemas/HttpError' };

const CORRELATED = referToHeader('X-Correlation-ID');
const REPEATED = { ...CORRELATED, ...referToHeader('Retry-After') };

const buildAnswerOfNoRefusal = (description: string, headers: object = REPEATED) => ({
  description,
  headers,
  content: { 'application/json': { schema: ERROR } },
});

/** Refusals that are alone under their status in most operations. */
const SOLE_REFUSALS = ['unauthorized', 'body_too_large', 'unsupported_media_type'] as const;

/**
 * The `components.responses` of an API: what many operations answer alike, and what its gateway answers in place of one
 * that it does not call, or no longer waits for.
 */
export const SHARED_ANSWERS = {
  ...Object.fromEntries(SOLE_REFUSALS.map((code) => [code, buildRefusal([code])])),
  throttled: buildAnswerOfNoRefusal(
    '`throttled`: The tenant or the stage has sent too many requests.',
  ),
  unexpected: buildAnswerOfNoRefusal('`unexpected`: An internal error.', CORRELATED),
  timed_out: buildAnswerOfNoRefusal(
    '`timed_out`: There was no answer in time. It may have taken effect.',
  ),
};

export function buildFailures(schemas: ContractSchemas, name: OperationName, row: Operation) {
  const codes = listRefusals(schemas, name, row);
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].sort();
  const failures = statuses.map((status) => {
    const statusCodes = codes.filter((code) => refusals[code].status === status);
    const shared = SOLE_REFUSALS.find((code) => statusCodes.every((one) => one === code));
    return [status, shared ? referToAnswer(shared) : buildRefusal(statusCodes)];
  });
  return {
    ...Object.fromEntries(failures),
    429: referToAnswer('throttled'),
    500: referToAnswer('unexpected'),
    504: referToAnswer('timed_out'),
  };
}

function referToAnswer(name: string) {
  return { $ref: `#/components/responses/${name}` };
}

function buildRefusal(codes: readonly RefusalCode[]) {
  const description = codes.map((code) => `\`${code}\`: ${refusals[code].meaning}`).join('\n\n');
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
  const isRepeated = codes.some((code) => 'retryAfterSeconds' in refusals[code]);
  const headers = isRepeated ? REPEATED : CORRELATED;
  return { description, headers, content: { 'application/json': { schema: ERROR, examples } } };
}
