import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import type { IntendedRequest } from '../intended-request.ts';
import type { Observations } from '../observations.ts';

/** A request that an operator may send next. */
export interface RequestPlan extends SampleRequest {
  readonly operation: OperationName;
  /** The operator, unless it is the default one for the operation's permission. */
  readonly username?: string;
  /** The code of the refusal that is required. */
  readonly refusal?: string;
}

export interface PlanContext {
  readonly own: Observations;
  /** The other tenant, whose records no operator of this tenant may see. */
  readonly other: Observations;
  /** A random number from 0 to 1. */
  draw(): number;
}

export type PlanChooser = (context: PlanContext) => RequestPlan | IntendedRequest | undefined;
