// The answers of an operation that are no success, in the OpenAPI document.
import { refusals } from '../../../functions/domain/refusals/refusals.ts';
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import { listRefusals } from '../operation-refusals.ts';
import type { ContractSchemas } from '../schemas.ts';

const ERROR = { $ref: '#/components/schemas/HttpError' };

const RETRY_AFTER = {
  'Retry-After': {
    description: 'The seconds after which to repeat the request, with the same Idempotency-Key.',
    schema: { type: 'string' },
  },
};

const buildGatewayAnswer = (description: string) => ({
  description,
  headers: RETRY_AFTER,
  content: { 'application/json': { schema: ERROR } },
});

/** The `components.responses` of an API: what its gateway answers in place of an operation that it does not call, or no longer waits for. */
export const GATEWAY_ANSWERS = {
  throttled: buildGatewayAnswer('`throttled`: The tenant or the stage has sent too many requests.'),
  timed_out: buildGatewayAnswer(
    '`timed_out`: There was no answer in time. It may have taken effect.',
  ),
};

const GATEWAY_FAILURES = {
  429: { $ref: '#/components/responses/throttled' },
  504: { $ref: '#/components/responses/timed_out' },
};

export function buildFailures(schemas: ContractSchemas, name: OperationName, row: Operation) {
  const codes = listRefusals(schemas, name, row);
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].sort();
  const failures = statuses.map((status) => {
    const statusCodes = codes.filter((code) => refusals[code].status === status);
    const description = statusCodes
      .map((code) => `\`${code}\`: ${refusals[code].meaning}`)
      .join('\n\n');
    const examples = Object.fromEntries(
      statusCodes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    );
    const isRepeated = statusCodes.some((code) => 'retryAfterSeconds' in refusals[code]);
    const content = { 'application/json': { schema: ERROR, examples } };
    return [status, { description, ...(isRepeated && { headers: RETRY_AFTER }), content }];
  });
  return { ...Object.fromEntries(failures), ...GATEWAY_FAILURES };
}
