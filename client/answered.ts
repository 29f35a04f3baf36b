// An operation as openapi-fetch sees it, from the types of its request and of its answer.
import type { HttpError } from '../schemas/generated/types.ts';

type Part<Request, Name extends string> = Request extends { [key in Name]: infer Value }
  ? Value
  : undefined;

type Query<Request> =
  Part<Request, 'query'> extends object
    ? { query?: Partial<Part<Request, 'query'>> }
    : { query?: never };

type Path<Request> =
  Part<Request, 'path'> extends object ? { path: Part<Request, 'path'> } : { path?: never };

type Body<Request> =
  Part<Request, 'body'> extends undefined
    ? { requestBody?: never }
    : { requestBody: { content: { 'application/json': Part<Request, 'body'> } } };

interface Headers {
  /** Made by the client when it is left out. */
  'Idempotency-Key'?: string;
  'X-Correlation-ID'?: string;
}

export type Answered<Request, Success, Status extends number> = {
  parameters: Query<Request> & Path<Request> & { header?: Headers; cookie?: never };
  responses: { [status in Status]: { content: { 'application/json': Success } } } & {
    default: { content: { 'application/json': HttpError } };
  };
} & Body<Request>;
