// Enforces the permissions that running a function needs. Lambda uses the function's role to write its log
// and trace and to read its stream; a state machine or schedule calls a function with its own role.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import { CALL_SETTINGS_TYPE, readCallSettings } from '../lambda/asynchronous-calls.ts';
import type { CallSettings } from '../lambda/asynchronous-calls.ts';
import { FunctionError } from '../lambda/function-error.ts';
import { readFunctionName } from '../lambda/functions.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { MACHINE_TYPE, readMachineSettings } from '../state-machines/definition.ts';
import { readMappingSettings } from '../streams/mapping-settings.ts';
import type { MappingSettings } from '../streams/mapping-settings.ts';
import { MAPPING_TYPES } from '../streams/event-sources.ts';
import type { RoleEnforcement } from './role-enforcement.ts';
import type { IamNeed } from './policy-evaluation.ts';

export interface EnforcedFunctions {
  readonly functions: FunctionRunner;
  /** The functions as event source mappings call them. */
  readonly fed: FunctionRunner;
  /** The functions as a state machine calls them, with its own role. */
  calledBy(machineArn: string): Pick<FunctionRunner, 'invoke'>;
  /**
   * The functions as a schedule calls them, with its own role, which must also be allowed to send to its
   * queue: a grant that only a failure needs would else be missed.
   */
  scheduledBy(roleArn: string, queue?: string): Pick<FunctionRunner, 'invoke'>;
}

/** Wraps the functions so that they run only if the roles allow it; without enforcement, nothing changes. */
export function enforceFunctions(
  functions: FunctionRunner,
  deployment: Deployment,
  enforcement: RoleEnforcement | undefined,
): EnforcedFunctions {
  if (!enforcement) {
    const as = () => functions;
    return { functions, fed: functions, calledBy: as, scheduledBy: as };
  }
  const settings = deployment.ofType('AWS::Lambda::Function');
  const calls = deployment.ofType(CALL_SETTINGS_TYPE).map(readCallSettings);
  const platform = new Map(settings.map((one) => [one.ref, listPlatformNeeds(one, calls)]));
  const arns = new Map(settings.map((one) => [one.ref, buildFunctionArn(one)]));
  const mappings = deployment.ofType(...MAPPING_TYPES).map(readMappingSettings);
  const machines = deployment.ofType(MACHINE_TYPE).map(readMachineSettings);
  const refuse = (principal: string, needs: readonly IamNeed[]) => {
    const sentence = enforcement.denial(principal, needs);
    if (sentence !== undefined) throw new FunctionError('AccessDeniedException', sentence);
  };
  const invoking = (name: string) => {
    return { action: 'lambda:InvokeFunction', resource: arns.get(name) ?? name };
  };
  const enforced = wrapFunctions(functions, (name) => refuse(name, platform.get(name) ?? []));
  return {
    functions: enforced,
    fed: wrapFunctions(enforced, (name) => {
      const own = mappings.filter(({ functionName }) => functionName === name);
      refuse(name, own.flatMap(listStreamNeeds));
    }),
    calledBy: (machineArn) => {
      const own = machines.find(({ arn }) => arn === machineArn);
      return wrapFunctions(enforced, (name) => {
        const isChild = own?.distributed.has(name) ?? false;
        const children = isChild ? listChildNeeds(machineArn) : [];
        refuse(machineArn, [invoking(name), ...machineNeeds, ...children]);
      });
    },
    scheduledBy: (roleArn, queue) =>
      wrapFunctions(enforced, (name) => refuse(roleArn, [invoking(name), ...listSending(queue)])),
  };
}

function wrapFunctions(functions: FunctionRunner, before: (name: string) => void): FunctionRunner {
  return {
    ...functions,
    async invoke(nameOrArn, event) {
      before(readFunctionName(nameOrArn));
      return functions.invoke(nameOrArn, event);
    },
  };
}

function buildFunctionArn({ ref, region, account }: DeployedResource): string {
  return `arn:aws:lambda:${region}:${account}:function:${ref}`;
}

function listSending(queue: string | undefined): IamNeed[] {
  return queue === undefined ? [] : [{ action: 'sqs:SendMessage', resource: queue }];
}

// Lambda takes a destination of failures only from a function whose role may send to it.
function listPlatformNeeds(
  { ref, region, account, properties }: DeployedResource,
  calls: readonly CallSettings[],
): IamNeed[] {
  const { LoggingConfig: logging, TracingConfig: tracing } = properties;
  const group = isObject(logging) ? String(logging.LogGroup) : `/aws/lambda/${ref}`;
  const resource = `arn:aws:logs:${region}:${account}:log-group:${group}:log-stream:local`;
  const isTraced = isObject(tracing) && tracing.Mode === 'Active';
  const destination = calls.find(({ functionName }) => functionName === ref)?.destination;
  return [
    ...listSending(destination),
    ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource })),
    ...(isTraced ? ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'] : []).map((action) => {
      return { action, resource: '*' };
    }),
  ];
}

// All our state machines write traces and logs, which needs these.
const machineNeeds: readonly IamNeed[] = [
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
].map((action) => ({ action, resource: '*' }));

// Step Functions starts, watches and stops the items of a distributed map with the role of the state machine.
function listChildNeeds(machineArn: string): IamNeed[] {
  const child = `${machineArn.replace(':stateMachine:', ':execution:')}:item`;
  return [
    { action: 'states:StartExecution', resource: machineArn },
    ...['states:DescribeExecution', 'states:StopExecution'].map((action) => {
      return { action, resource: child };
    }),
  ];
}

// Lambda needs the stream permissions to create the mapping, and the queue's to report a failed batch.
function listStreamNeeds({ streamArn, onFailure }: MappingSettings): IamNeed[] {
  const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  return [
    ...reading.map((name) => ({ action: `dynamodb:${name}`, resource: streamArn })),
    ...listSending(onFailure),
  ];
}
