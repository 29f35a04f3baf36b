// What the generated contract of an operation looks like; schemas/generated/operations holds them.
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

/** What the pipeline goes by of a row: no Lambda carries the rows of all the others. */
export interface ServedOperation extends Pick<
  Operation,
  'route' | 'permission' | 'success' | 'idempotent' | 'list'
> {
  /** The path template of what the operation makes, for the Location header. */
  readonly location?: string;
}

export interface Contract<Request> {
  readonly name: OperationName;
  readonly row: ServedOperation;
  /** Fills in defaults and turns query text into numbers, in place. */
  readonly parameters: Validator | undefined;
  /** Stops at the first fault: linear in the body, whatever is in it. */
  readonly body: Validator | undefined;
  /** Finds every fault; its time grows with their square, so it is for small bodies only. */
  readonly bodyFaults: Validator | undefined;
  /** Never set: carries the type of a valid request. */
  readonly request?: Request;
}
