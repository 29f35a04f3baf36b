// What of the templates reaches no alarm. Each finding names the resource and what no one would notice.
import type { SynthesizedTemplates, TemplateResourceView } from '../stack/templates.ts';
import type { AlarmView, WatchedMetric } from './alarm-view.ts';

type NamedResource = TemplateResourceView & { readonly id: string };

/** Lists the resources for which an alarm is missing. */
export function listUnwatched(
  templates: SynthesizedTemplates,
  alarms: readonly AlarmView[],
): string[] {
  const metrics = alarms.flatMap((alarm) => alarm.metrics);
  const each = (type: string, find: (resource: NamedResource) => string[]) =>
    [...templates.files.values()]
      .flatMap((resources) => Object.entries(resources))
      .filter(([, { Type }]) => Type === type)
      .flatMap(([id, resource]) => find({ ...resource, id }));
  return [
    ...each('AWS::Lambda::Function', (one) => findOfFunction(one, alarms)),
    ...each('AWS::Lambda::EventSourceMapping', ({ id, Properties }) =>
      missing(
        metrics,
        { what: id, dimension: 'FunctionName', names: readReference(Properties.FunctionName) },
        ['IteratorAge'],
      ),
    ),
    ...each('AWS::SQS::Queue', ({ id, Properties }) =>
      missing(
        metrics,
        {
          what: Properties.QueueName,
          dimension: 'QueueName',
          names: `${Properties.QueueName} ${id}`,
        },
        ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'],
      ),
    ),
    ...each('AWS::StepFunctions::StateMachine', ({ Properties: { StateMachineName: name } }) =>
      missing(metrics, { what: name, dimension: 'StateMachineArn', names: name }, [
        'ExecutionsFailed',
        'ExecutionsTimedOut',
        'ExecutionsAborted',
      ]),
    ),
    ...each('AWS::ApiGateway::RestApi', ({ Properties: { Name: name } }) =>
      missing(metrics, { what: name, dimension: 'ApiName', names: name }, ['5XXError', 'Latency']),
    ),
    ...each('AWS::DynamoDB::Table', (table) => findOfTable(table, metrics, templates)),
    ...each('AWS::Scheduler::ScheduleGroup', ({ Properties: { Name: name } }) =>
      missing(metrics, { what: name, dimension: 'ScheduleGroup', names: name }, [
        'TargetErrorCount',
        'InvocationDroppedCount',
      ]),
    ),
    ...each('AWS::Lambda::EventInvokeConfig', ({ id, Properties }) =>
      missing(
        metrics,
        { what: id, dimension: 'FunctionName', names: readReference(Properties.FunctionName) },
        ['DestinationDeliveryFailures'],
      ),
    ),
  ];
}

// What DynamoDB counts for a table has nothing of its indexes.
function findOfTable(
  { id, Properties }: NamedResource,
  metrics: readonly WatchedMetric[],
  templates: SynthesizedTemplates,
): string[] {
  const indexes: readonly { IndexName: string }[] = Properties.GlobalSecondaryIndexes ?? [];
  return [undefined, ...indexes.map(({ IndexName }) => IndexName)].flatMap((index) => {
    const ofIndex = metrics.filter((one) => one.dimensions['GlobalSecondaryIndexName'] === index);
    const what = index === undefined ? id : `${id}/${index}`;
    const table = { what, dimension: 'TableName', names: nameParameter(templates, id) };
    return missing(ofIndex, table, ['ReadThrottleEvents', 'WriteThrottleEvents']);
  });
}

// Other stacks take a table by a parameter that is named for what the table holds (ADR 119).
function nameParameter(templates: SynthesizedTemplates, table: string): string {
  const kept = templates
    .ofType('AWS::SSM::Parameter')
    .find(({ Properties }) => JSON.stringify(Properties.Value).includes(`{"Ref":"${table}"}`));
  const [part = ''] = /[^/]+$/.exec(kept?.Properties.Name ?? '') ?? [];
  return `${part.slice(0, 1).toUpperCase()}${part.slice(1)}Table`;
}

function readReference({ Ref: id }: { readonly Ref: string }): string {
  return id;
}

interface WatchedResource {
  /** In findings. */
  readonly what: string;
  readonly dimension: string;
  /** Its names and logical id, of which the dimension has one. */
  readonly names: string;
}

function missing(
  metrics: readonly WatchedMetric[],
  { what, dimension, names }: WatchedResource,
  wanted: readonly string[],
): string[] {
  const watched = metrics.filter(({ dimensions }) => isSame(dimensions[dimension], names));
  return wanted
    .filter((name) => !watched.some((metric) => metric.name === name))
    .map((name) => `${what}: ${name}`);
}

// A dimension in another stack is an import, whose name has the logical id; functions are named after theirs.
function isSame(value: unknown, names: string): boolean {
  if (value === undefined) return false;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const known = names.split(/\s+/).filter((name) => name !== 'undefined');
  return known.some((name) => text.includes(name) || toId(name).includes(toId(text)));
}

function toId(text: string): string {
  return text.replace(/^production-/, '').replaceAll('-', '');
}

function findOfFunction(
  { Properties: { FunctionName: name, Timeout: seconds, ...own } }: NamedResource,
  alarms: readonly AlarmView[],
): string[] {
  const reaching = (metric: string) =>
    alarms.filter(({ metrics }) =>
      metrics.some((one) => one.name === metric && isOf(one, String(name))),
    );
  const throttled = reaching('Throttles').some(({ metrics }) => metrics.some(isOfAccount));
  const findings = [
    ...(reaching('Errors').length === 0 ? ['Errors'] : []),
    ...(throttled ? [] : ['Throttles']),
    ...(reaching('Duration').some((alarm) => isNearEnd(alarm, name, seconds)) ? [] : ['Duration']),
    ...('ReservedConcurrentExecutions' in own && !hasOwnThrottles(alarms, name)
      ? ['Throttles of its reserved concurrency']
      : []),
  ];
  return findings.map((finding) => `${name}: ${finding}`);
}

function isOf(metric: WatchedMetric, name: string): boolean {
  if (metric.namespace !== 'AWS/Lambda') return false;
  const { FunctionName: given } = metric.dimensions;
  return given === name || isOfAccount(metric);
}

function isOfAccount({ namespace, dimensions }: WatchedMetric): boolean {
  return namespace === 'AWS/Lambda' && Object.keys(dimensions).length === 0;
}

function hasOwnThrottles(alarms: readonly AlarmView[], name: string): boolean {
  return alarms.some(({ metrics: [only, ...others] }) => {
    return others.length === 0 && only?.name === 'Throttles' && isOf(only, name);
  });
}

// Between a half and 99 in a hundred of the timeout, in the threshold or in the expression.
function isNearEnd(alarm: AlarmView, name: string, timeoutSeconds: number): boolean {
  const metric = alarm.metrics.find((one) => one.name === 'Duration' && isOf(one, name));
  const inExpression = new RegExp(`FILL\\(${metric?.id}, 0\\) / (\\d+)`).exec(
    alarm.expression ?? '',
  );
  const limitMs = alarm.expression ? Number(inExpression?.[1]) * alarm.threshold : alarm.threshold;
  const share = limitMs / (timeoutSeconds * 1_000);
  return metric?.statistic === 'p99' && share >= 0.5 && share < 0.99;
}
