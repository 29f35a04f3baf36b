// Starts what calls the functions without a request: state machines, schedules and event rules.
import type { Deployment } from '../cloudformation/deployment.ts';
import { applyRules, executionRules, RULE_TYPE } from '../events/execution-rules.ts';
import type { EnforcedFunctions } from '../iam/enforced-functions.ts';
import {
  AsynchronousCalls,
  CALL_SETTINGS_TYPE,
  readCallSettings,
} from '../lambda/asynchronous-calls.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { startScheduledRules } from '../schedules/scheduled-rules.ts';
import type { LocalServices } from './local-services.ts';
import type { StartOptions } from './start-options.ts';

export interface CallerParts {
  readonly deployment: Deployment;
  readonly services: Pick<LocalServices, 'queues' | 'scheduler' | 'stepFunctions'>;
  readonly functions: EnforcedFunctions;
  readonly options: StartOptions;
}

/** Adds how they are stopped, the last one first; the functions are to be stopped after them. */
export function startFunctionCallers(parts: CallerParts, stops: (() => Promise<void>)[]): void {
  const { deployment, services, options } = parts;
  const { queues, scheduler, stepFunctions } = services;
  const { log = () => undefined } = options;
  const { functions, calledBy, scheduledBy } = parts.functions;
  const settings = deployment.ofType(CALL_SETTINGS_TYPE).map(readCallSettings);
  const asynchronous = new AsynchronousCalls({ settings, queues, log });
  const calls = { functions, asynchronous, queues, log };
  const rules = executionRules(deployment.ofType(RULE_TYPE));
  stepFunctions.run(calledBy, (event) => applyRules(rules, event, calls));
  // Running executions resume at the next start. They stop before the calls, whose end they would take for processed.
  stops.push(async () => asynchronous.stop(), stepFunctions.stop);
  scheduler.run({
    queues,
    calledBy: (role, queue) => repeatCalls(asynchronous, scheduledBy(role, queue)),
  });
  stops.push(async () => scheduler.stopCalls());
  if (options.scheduledRules === false) return;
  stops.push(startScheduledRules(deployment.ofType(RULE_TYPE), calls).stop);
}

function repeatCalls(
  asynchronous: AsynchronousCalls,
  functions: Pick<FunctionRunner, 'invoke'>,
): Pick<FunctionRunner, 'invoke'> {
  return {
    async invoke(name, event) {
      await asynchronous.call(functions, name, event);
      return null;
    },
  };
}
