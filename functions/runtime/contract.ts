// What the generated contract of an operation looks like; schemas/generated/operations holds them.
import type { OperationName } from '../operations.ts';

/** One fault of a request, as Ajv reports it. */
export interface Fault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

export interface Contract<Request> {
  readonly name: OperationName;
  /** Fills in defaults and turns query text into numbers, in place. */
  readonly parameters: Validator | undefined;
  /** Stops at the first fault: linear in the body, whatever is in it. */
  readonly body: Validator | undefined;
  /** Finds every fault; its time grows with their square, so it is for small bodies only. */
  readonly bodyFaults: Validator | undefined;
  /** Never set: carries the type of a valid request. */
  readonly request?: Request;
}
