// An operation as openapi-fetch types it, from the types of its request and its answer.
import type { HttpError } from '../schemas/generated/types.ts';

type RequestPart<Request, Name extends string> = Request extends { [key in Name]: infer Value }
  ? Value
  : undefined;

type QueryParameters<Request> =
  RequestPart<Request, 'query'> extends object
    ? { query?: Partial<RequestPart<Request, 'query'>> }
    : { query?: never };

type PathParameters<Request> =
  RequestPart<Request, 'path'> extends object
    ? { path: RequestPart<Request, 'path'> }
    : { path?: never };

type BodyContent<Request> =
  RequestPart<Request, 'body'> extends undefined
    ? { requestBody?: never }
    : { requestBody: { content: { 'application/json': RequestPart<Request, 'body'> } } };

interface RequestHeaders {
  /** The client makes one when it is left out. */
  'Idempotency-Key'?: string;
  'X-Correlation-ID'?: string;
}

export type OperationTypes<Request, Success, Status extends number> = {
  parameters: QueryParameters<Request> &
    PathParameters<Request> & { header?: RequestHeaders; cookie?: never };
  responses: { [status in Status]: { content: { 'application/json': Success } } } & {
    default: { content: { 'application/json': HttpError } };
  };
} & BodyContent<Request>;
