// What went wrong with a request, in the API's own words.
import { UnansweredError } from '../../../client/client.ts';
import type { HttpError } from '../../../client/client.ts';
import { buildUnexpectedError, isHttpError } from '../../../client/refusal-error.ts';

/** The API refused. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** One sentence for each fault. */
  readonly sentences: readonly string[];
  readonly correlationId: string;

  constructor(status: number, { message, code, correlation_id }: HttpError) {
    const sentences = [message].flat();
    super(sentences.join(' '));
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.sentences = sentences;
    this.correlationId = correlation_id;
  }
}

export interface ApiAnswer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a success. Throws `ApiFailure` for a refusal. */
export function requireData<Data>({ data, error, response }: ApiAnswer<Data>): Data {
  if (response.ok) return data as Data;
  const refusal = isHttpError(error) ? error : buildUnexpectedError(response);
  throw new ApiFailure(response.status, refusal);
}

export function isUnanswered(error: unknown): boolean {
  return error instanceof UnansweredError;
}
