// The refusal of a request as an error with a typed code.
import type { HttpError } from '../schemas/generated/types.ts';
import type { RefusalCode } from './generated/refusal-codes.ts';

/** A code of this version of the contract; a newer service may answer another one. */
export type AnsweredCode = RefusalCode | (string & {});

const CONTENTION = 'contention';

/** The API refused the request, or answered that it failed. `code` says why (docs/refusals.md). */
export class RefusalError extends Error {
  readonly status: number;
  readonly code: AnsweredCode;
  /** One sentence for each fault of an invalid request, otherwise one. */
  readonly sentences: readonly string[];
  /** Names the request in the logs of the service. */
  readonly correlationId: string;
  /** The key under which a mutation was sent. */
  readonly idempotencyKey: string | undefined;

  constructor({ statusCode, code, message, correlation_id }: HttpError, idempotencyKey?: string) {
    const sentences = [message].flat();
    super(`${statusCode} ${code}: ${sentences.join('; ')}`);
    this.name = 'RefusalError';
    this.status = statusCode;
    this.code = code;
    this.sentences = sentences;
    this.correlationId = correlation_id;
    this.idempotencyKey = idempotencyKey;
  }

  /** Whether the mutation may have been carried out. Repeat it with its key, never with another one. */
  get isOutcomeUnknown(): boolean {
    return this.idempotencyKey !== undefined && this.status >= 500 && this.code !== CONTENTION;
  }
}

/** The answer of a call: `data` of a success, `error` of a refusal. */
export interface ClientAnswer<Data> {
  readonly data?: Data;
  readonly error?: HttpError;
  readonly response: Response;
}

/** Returns the body of a success and throws a RefusalError for a refusal. */
export async function requireData<Data>(
  call: ClientAnswer<Data> | Promise<ClientAnswer<Data>>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await call;
  if (response.ok) return data as Exclude<Data, undefined>;
  const refusal = isHttpError(error) ? error : buildUnexpectedError(response);
  throw new RefusalError(refusal, response.headers.get('Idempotency-Key') ?? undefined);
}

/** Whether an answer of a refusal has the form of the API. */
export function isHttpError(body: unknown): body is HttpError {
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body;
}

// An answer from something between the caller and the API may have no body, or one of its own form.
function buildUnexpectedError({ status, statusText, headers }: Response): HttpError {
  return {
    statusCode: status,
    message: statusText || 'The answer is not of the API.',
    error: statusText,
    code: 'unexpected_answer',
    correlation_id: headers.get('X-Correlation-ID') ?? '',
  };
}
