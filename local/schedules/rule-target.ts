import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import type { AsynchronousCalls, FailureQueues } from '../lambda/asynchronous-calls.ts';
import { isStoppingError } from '../lambda/function-error.ts';
import { readFunctionName } from '../lambda/functions.ts';
import type { FunctionRunner } from '../lambda/functions.ts';

/** A function that an event rule calls. */
export interface RuleTarget {
  /** The name of the function. */
  readonly name: string;
  /** The input that the rule gives, as JSON text; without one, the function receives an event. */
  readonly input: unknown;
  /** The ARN of the queue for what the function does not take. */
  readonly queue: string | undefined;
}

/** What calls the targets of rules. */
export interface RuleCalls {
  readonly functions: Pick<FunctionRunner, 'invoke'>;
  readonly asynchronous: Pick<AsynchronousCalls, 'call'>;
  readonly queues: Pick<FailureQueues, 'send'>;
  readonly log: (line: string) => void;
}

export function readRuleTargets(rule: string, targets: Json | undefined): RuleTarget[] {
  const listed = Array.isArray(targets) ? targets.filter(isObject) : [];
  return listed.map(({ Arn: arn, Input: input, DeadLetterConfig: dead }) => ({
    name: readFunctionName(String(arn)),
    input,
    queue: isObject(dead) ? requireText(dead.Arn, `${rule}: DeadLetterConfig`) : undefined,
  }));
}

/**
 * Calls the target; what the function does not take goes to the queue of the rule. A call that the end of the runner
 * interrupts is no failure: an execution reports its end again at the next start, and a schedule calls at its next time.
 */
export async function callRuleTarget(
  { name, queue }: RuleTarget,
  event: object,
  { functions, asynchronous, queues, log }: RuleCalls,
): Promise<void> {
  try {
    await asynchronous.call(functions, name, event);
  } catch (error) {
    if (isStoppingError(error)) return log(`${name}: the end of the runner interrupts a call.`);
    log(`${name} did not take an event of its rule: ${String(error)}`);
    if (queue !== undefined) keepEvent(queue, event, { queues, log });
  }
}

// A full disk must not end the runner.
function keepEvent(
  queue: string,
  event: object,
  { queues, log }: Pick<RuleCalls, 'queues' | 'log'>,
) {
  try {
    queues.send(queue, event);
  } catch (error) {
    log(`${queue} cannot take an event: ${String(error)}`);
  }
}
