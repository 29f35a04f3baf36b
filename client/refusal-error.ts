// The refusal of a request as an error with a typed code.
import type { HttpError } from '../schemas/generated/types.ts';
import type { RefusalCode } from './generated/refusal-codes.ts';

/** A code of this version of the contract; a newer service may answer another one. */
export type AnsweredCode = RefusalCode | (string & {});

const CONTENTION = 'contention';
/** The code of an answer that is not of the API. */
const UNEXPECTED = 'unexpected_answer';

/** The header of a refusal that `persistentFetch` has got after an attempt that may have been carried out. */
export const UNCONFIRMED_HEADER = 'X-Unconfirmed-Attempt';

// With these the ledger refuses what it never records, or what it has no receipt for: had an earlier attempt under the
// key been carried out, its answer would have been repeated. All others say nothing about earlier attempts.
const DECIDED_STATUSES = [400, 404, 409, 413, 415];
const DECIDED_DENIALS: readonly AnsweredCode[] = [
  'not_the_maker',
  'policy_denied',
  'self_approval',
] satisfies RefusalCode[];
/** Codes of what stands before the ledger. */
const FOREIGN_CODES: readonly AnsweredCode[] = ['route_not_found', UNEXPECTED];

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
  /** Whether an earlier attempt of the same call may have been carried out, as far as that attempt showed. */
  readonly isAfterUnconfirmed: boolean;

  constructor(
    { statusCode, code, message, correlation_id }: HttpError,
    idempotencyKey?: string,
    isAfterUnconfirmed = false,
  ) {
    const sentences = [message].flat();
    super(`${statusCode} ${code}: ${sentences.join('; ')}`);
    this.name = 'RefusalError';
    this.status = statusCode;
    this.code = code;
    this.sentences = sentences;
    this.correlationId = correlation_id;
    this.idempotencyKey = idempotencyKey;
    this.isAfterUnconfirmed = isAfterUnconfirmed;
  }

  /** Whether the mutation may have been carried out. Repeat it with its key, never with another one. */
  get isOutcomeUnknown(): boolean {
    if (this.idempotencyKey === undefined) return false;
    const isUnknown = this.status >= 500 && this.code !== CONTENTION;
    return isUnknown || (this.isAfterUnconfirmed && !isDecided(this));
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
  const key = response.headers.get('Idempotency-Key') ?? undefined;
  throw new RefusalError(refusal, key, response.headers.has(UNCONFIRMED_HEADER));
}

/** Whether the attempt with this answer may have been carried out. */
export async function isUnconfirmed(answer: Response): Promise<boolean> {
  if (answer.status < 500) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return !isHttpError(body) || body.code !== CONTENTION;
}

/**
 * Whether a refusal says that no attempt before it was carried out either, unless one is still under way
 * (docs/client.md, When the last attempt fails).
 */
export function isDecided({ status, code }: Pick<RefusalError, 'status' | 'code'>): boolean {
  const isOfLedger = DECIDED_STATUSES.includes(status) && !FOREIGN_CODES.includes(code);
  return isOfLedger || DECIDED_DENIALS.includes(code);
}

/** Whether an answer of a refusal has the form of the API. */
export function isHttpError(body: unknown): body is HttpError {
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body;
}

/** The error of an answer from something between the caller and the API, which may have no body or one of its own form. */
export function buildUnexpectedError({ status, statusText, headers }: Response): HttpError {
  return {
    statusCode: status,
    message: statusText || 'The answer is not of the API.',
    error: statusText,
    code: UNEXPECTED,
    correlation_id: headers.get('X-Correlation-ID') ?? '',
  };
}
