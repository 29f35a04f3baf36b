// The requests of an operator, as far as they follow from the seed: what is asked for, in which order, and the
// random numbers for it. Only the ids of records come from the answers.
import type { IntendedRequest } from '../intended-request.ts';
import type { PlanContext, RequestPlan } from '../plans/plan.ts';
import { weightedPlanners } from '../plans/plans.ts';
import { buildRandomStream, drawOrder } from './random-streams.ts';

/** One request of an operator, as far as it follows from the seed. */
export interface PlannedStep {
  /** Identifies the step; it is part of the request's key. */
  readonly name: string;
  /** From 0 to 1, to decide whether the request is a sample, and which one. */
  readonly sampling: readonly [number, number];
  /** The planners, in the order in which they are asked for a request. */
  readonly order: readonly string[];
  /** The random numbers of a planner; another planner's do not shift them. */
  stream(this: void, planner: string): () => number;
}

/** Plans the request with this number of an operator, from the seed alone. */
export function planStep(
  seed: number,
  tenant: string,
  operator: number,
  number: number,
): PlannedStep {
  const labels = [tenant, operator, number];
  const draw = buildRandomStream(seed, 'step', ...labels);
  return {
    name: `${tenant}-${operator}-${String(number).padStart(6, '0')}`,
    sampling: [draw(), draw()],
    order: drawOrder(draw, weightedPlanners, ([weight]) => weight).map(([, name]) => name),
    stream: (planner) => buildRandomStream(seed, planner, ...labels),
  };
}

const planners = new Map(weightedPlanners.map(([, name, choose]) => [name, choose]));

/** The first request in the order of the step that is possible with the tenant's present records. */
export function choosePlan(
  { order, stream }: Pick<PlannedStep, 'order' | 'stream'>,
  records: Pick<PlanContext, 'own' | 'other'>,
): RequestPlan | IntendedRequest {
  for (const name of order) {
    const plan = planners.get(name)?.({ ...records, draw: stream(name) });
    if (plan !== undefined) return plan;
  }
  throw new Error('no planner has a request');
}
