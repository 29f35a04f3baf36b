import type { OperationName } from '../../functions/operations/operations.ts';
import type { SampleRequest } from '../samples/sample.ts';

/** A request that an operator may make next. */
export interface RequestPlan extends SampleRequest {
  readonly operation: OperationName;
  /** The operator's name, when it is not the one who may little else. */
  readonly username?: string;
  readonly refusal?: string;
}
