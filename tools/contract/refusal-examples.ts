// What each refusal looks like, for readers of the OpenAPI document.
import { PHRASES, refusals } from '../../functions/domain/refusals/refusals.ts';
import type { RefusalCode } from '../../functions/domain/refusals/refusals.ts';

/** The `components.examples` of an API whose operations refuse with these codes. */
export function refusalExamples(codes: readonly RefusalCode[]) {
  return Object.fromEntries(codes.map((code) => [code, { value: httpError(code) }]));
}

function httpError(code: RefusalCode) {
  const { status, meaning } = refusals[code];
  return {
    statusCode: status,
    message: code === 'invalid_request' ? ['/currency is required'] : meaning,
    error: PHRASES[status],
    code,
    correlation_id: '01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00',
  };
}
