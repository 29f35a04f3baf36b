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
  readonly body: Validator | undefined;
  /** Never set: carries the type of a valid request. */
  readonly request?: Request;
}
