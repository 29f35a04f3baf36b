// What went wrong with a request, in the API's own words.
import { UnansweredError } from '../../../client/client.ts';
import type { HttpError } from '../../../client/client.ts';
import { isHttpError, UNEXPECTED } from '../../../client/refusal-error.ts';

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
  throw new ApiFailure(response.status, isHttpError(error) ? error : describeStatus(response));
}

export function isUnanswered(error: unknown): boolean {
  return error instanceof UnansweredError;
}

// What lies between may answer in a form of its own.
function describeStatus({ status, statusText, headers }: Response): HttpError {
  return {
    statusCode: status,
    message: `${status} ${statusText}`.trim(),
    error: statusText,
    code: UNEXPECTED,
    correlation_id: headers.get('X-Correlation-ID') ?? '',
  };
}
