// The type of an operation's generated contract; schemas/generated/operations holds the contracts.
import type { OperationName } from '../operations/operations.ts';
import type { Operation } from '../operations/row.ts';

/** One fault of a request, as Ajv reports it. */
export interface ValidationFault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidationFault[] | null;
}

/** The part of a row that the pipeline needs: no Lambda carries the rows of all operations. */
export interface ServedOperation extends Pick<
  Operation,
  'route' | 'permission' | 'success' | 'idempotent' | 'list'
> {
  /** The path template of the created record, for the Location header. */
  readonly location?: string;
  /** The path templates of the requests that a 202 may answer, for its Location header, by prefix of their ids; null where another API reads them. */
  readonly deferredLocations?: Readonly<Record<string, string | null>>;
  /** Whether a control may catch it, or it always takes two operators. */
  readonly control?: 'OPTIONAL' | 'ALWAYS';
}

export interface Contract<Request> {
  readonly name: OperationName;
  readonly row: ServedOperation;
  /** Fills in defaults and converts query text to numbers, in place. */
  readonly parameters: Validator | undefined;
  /** Stops at the first fault, so that its time is linear in any body. */
  readonly body: Validator | undefined;
  /** Finds every fault; its time grows with the square of their number, so it is for small bodies only. */
  readonly bodyFaults: Validator | undefined;
  /** The body of a request that has none; without it, a body is required. */
  readonly defaultBody?: object;
  /** Never set: carries the type of a valid request. */
  readonly request?: Request;
}
