// An operation as openapi-fetch types it, from the types of its request and its answer.
import type { HttpError } from '../schemas/generated/types.ts';

type RequestPart<Request, Name extends string> =
  Request extends Record<Name, infer Value> ? Value : undefined;

type QueryParameters<Request> =
  RequestPart<Request, 'query'> extends object
    ? { readonly query?: Partial<RequestPart<Request, 'query'>> }
    : { readonly query?: never };

type PathParameters<Request> =
  RequestPart<Request, 'path'> extends object
    ? { readonly path: RequestPart<Request, 'path'> }
    : { readonly path?: never };

interface JsonContent<Body> {
  readonly content: { readonly 'application/json': Body };
}

type BodyContent<Request> = Request extends { readonly body: infer Body }
  ? { readonly requestBody: JsonContent<Body> }
  : Request extends { readonly body?: infer Body }
    ? { readonly requestBody?: JsonContent<Body> }
    : { readonly requestBody?: never };

/** A request whose body may be left out. */
export type WithOptionalBody<Request extends { readonly body: unknown }> = Omit<Request, 'body'> &
  Partial<Pick<Request, 'body'>>;

interface RequestHeaders {
  /** The client makes one when it is left out. */
  readonly 'Idempotency-Key'?: string;
  readonly 'X-Correlation-ID'?: string;
}

export type OperationTypes<
  Request,
  Success,
  Status extends number,
  MediaType extends string = 'application/json',
> = {
  readonly parameters: QueryParameters<Request> &
    PathParameters<Request> & { readonly header?: RequestHeaders; readonly cookie?: never };
  readonly responses: Record<Status, { readonly content: Readonly<Record<MediaType, Success>> }> & {
    readonly default: { readonly content: { readonly 'application/json': HttpError } };
  };
} & BodyContent<Request>;
