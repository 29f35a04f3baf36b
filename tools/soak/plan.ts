import type { OperationName } from '../../functions/operations/operations.ts';
import type { SampleRequest } from '../samples/sample.ts';

/** A request that an operator may send next. */
export interface RequestPlan extends SampleRequest {
  readonly operation: OperationName;
  /** The operator, unless it is the default one for the operation's permission. */
  readonly username?: string;
  /** The code of the refusal that is required. */
  readonly refusal?: string;
}
