// Reads a state machine from the template. The interpreter silently ignores members that it does not
// know, so definitions that it would run incorrectly are refused here, before anything starts.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import { readFunctionName } from '../lambda/functions.ts';

export interface TaskTarget {
  readonly functionName: string;
  /** Whether the task uses `lambda:invoke`, which wraps the payload and the answer. */
  readonly wrapped: boolean;
}

export interface MachineSettings {
  readonly arn: string;
  readonly name: string;
  readonly definition: JsonObject;
  /** The target of each Task state, by its name. A wrapped task names its function in its input. */
  readonly tasks: Map<string, TaskTarget>;
}

const UNKNOWN_MEMBERS = [
  'Assign',
  'Arguments',
  'HeartbeatSeconds',
  'HeartbeatSecondsPath',
  'ItemBatcher',
  'ItemReader',
  'Output',
  'ResultWriter',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
];

export function readMachineSettings({
  ref,
  properties,
  logicalId,
}: DeployedResource): MachineSettings {
  const text = requireText(properties.DefinitionString, `${logicalId}: DefinitionString`);
  const definition = JSON.parse(text) as Json;
  if (!isObject(definition)) throw new Error(`${logicalId}: the definition is not an object.`);
  refuseJsonata(definition, logicalId);
  const states = listStates(definition);
  states.forEach(([name, state]) => refuseUnknownMembers(state, `${logicalId}: the state ${name}`));
  const tasks = states.filter(([, { Type: type }]) => type === 'Task');
  return {
    arn: ref,
    name: ref.slice(ref.lastIndexOf(':') + 1),
    definition,
    tasks: new Map(
      tasks.map(([name, state]) => [name, readTaskTarget(state, `${logicalId}: ${name}`)]),
    ),
  };
}

/** All states, including those in maps and parallel branches. */
function listStates(definition: JsonObject): [string, JsonObject][] {
  const states = isObject(definition.States) ? definition.States : {};
  return Object.entries(states).flatMap(([name, state]): [string, JsonObject][] => {
    if (!isObject(state)) return [];
    const branches = Array.isArray(state.Branches) ? state.Branches : [];
    const inner = [state.ItemProcessor, state.Iterator, ...branches].filter(isObject);
    return [[name, state], ...inner.flatMap(listStates)];
  });
}

function refuseUnknownMembers(state: JsonObject, what: string) {
  refuseJsonata(state, what);
  const unknown = UNKNOWN_MEMBERS.find((member) => member in state);
  if (unknown) throw new Error(`${what} has ${unknown}, which the local runner does not support.`);
  const { ItemProcessor: processor } = state;
  const mode =
    isObject(processor) && isObject(processor.ProcessorConfig) && processor.ProcessorConfig;
  if (mode && mode.Mode === 'DISTRIBUTED') {
    throw new Error(`${what} is a distributed map, which the local runner does not support.`);
  }
}

function refuseJsonata({ QueryLanguage: language }: JsonObject, what: string) {
  if (language === undefined || language === 'JSONPath') return;
  throw new Error(
    `${what} is written in ${String(language)}; the local runner supports only JSONPath.`,
  );
}

function readTaskTarget({ Resource: resource }: JsonObject, what: string): TaskTarget {
  const text = requireText(resource, `${what}: Resource`);
  if (/:lambda:.*:function:/.test(text)) {
    return { functionName: readFunctionName(text), wrapped: false };
  }
  if (text.endsWith(':states:::lambda:invoke')) return { functionName: '', wrapped: true };
  throw new Error(`${what}: the local runner calls only Lambda functions, not ${text}.`);
}
