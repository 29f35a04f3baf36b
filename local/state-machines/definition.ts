// Reads a state machine from the template. The interpreter silently ignores members that it does not
// know, so definitions that it would run incorrectly are refused here, before anything starts.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import { readFunctionName } from '../lambda/functions.ts';

export const MACHINE_TYPE = 'AWS::StepFunctions::StateMachine';

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
  /** The names of the functions that the items of distributed maps call, in executions of their own. */
  readonly distributed: ReadonlySet<string>;
}

const LONGEST_TIMER_SECONDS = Math.floor((2 ** 31 - 1) / 1_000);

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
  const definition = JSON.parse(text, limitTask) as Json;
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
    distributed: new Set(
      states.filter(([, state]) => isDistributed(state)).flatMap(([, state]) => listCalled(state)),
    ),
  };
}

// Without a limit of its own a task takes as long as its function; the interpreter would end it after a minute.
function limitTask(_name: string, value: Json): Json {
  if (!isObject(value) || value.Type !== 'Task') return value;
  if ('TimeoutSecondsPath' in value) return value;
  return { TimeoutSeconds: LONGEST_TIMER_SECONDS, ...value };
}

function listCalled({ ItemProcessor: processor }: JsonObject): string[] {
  const inner = isObject(processor) ? listStates(processor) : [];
  return inner
    .filter(([, { Type: type }]) => type === 'Task')
    .map(([name, state]) => readTaskTarget(state, name).functionName);
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
  if (isDistributed(state)) refuseUnlikeDistribution(state, what);
}

function isDistributed({ ItemProcessor: processor }: JsonObject): boolean {
  const configuration = isObject(processor) ? processor.ProcessorConfig : undefined;
  return isObject(configuration) && configuration.Mode === 'DISTRIBUTED';
}

// The items of a distributed map are executions of their own, which the interpreter runs within that of the map. What
// would show the difference is refused: AWS names all errors of its items alike, and its items have other names.
function refuseUnlikeDistribution(state: JsonObject, what: string) {
  const handlers = [state.Retry ?? [], state.Catch ?? []].flat().filter(isObject);
  const named = handlers.flatMap(({ ErrorEquals: errors }) => errors ?? []);
  if (named.some((error) => error !== 'States.ALL')) {
    throw new Error(
      `${what} is a distributed map that handles ${named.join(', ')}, not States.ALL.`,
    );
  }
  if (/\$\$\.(?:Execution|StateMachine|State)\b/.test(JSON.stringify(state.ItemProcessor))) {
    throw new Error(
      `${what} is a distributed map whose items read the context of their execution.`,
    );
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
