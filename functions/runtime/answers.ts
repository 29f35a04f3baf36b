// The only place that renders answers and errors.
import type { APIGatewayProxyResult } from 'aws-lambda';
import { Refusal } from '../domain/refusals.ts';

const RETRY_AFTER_SECONDS = '1';

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export type Headers = Readonly<Record<string, string>>;

/** An answer with a JSON body. */
export function answer(
  status: number,
  text: string,
  correlationId: string,
  headers: Headers = {},
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Correlation-ID': correlationId,
      ...headers,
    },
    body: text,
  };
}

/** The HttpError of a refusal; anything else is our fault, and says nothing about itself. */
export function errorAnswer(error: unknown, correlationId: string): APIGatewayProxyResult {
  const refusal = error instanceof Refusal ? error : undefined;
  const status = refusal?.status ?? 500;
  const body = {
    statusCode: status,
    message: refusal ? (refusal.faults ?? refusal.message) : 'Something went wrong on our side.',
    error: PHRASES[status] ?? 'Error',
    code: refusal?.code ?? 'unexpected',
    correlation_id: correlationId,
  };
  const headers: Headers = status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {};
  return answer(status, JSON.stringify(body), correlationId, headers);
}
