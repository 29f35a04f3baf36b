// Which calls that wait for no answer would be lost without a trace when they fail.
import type { SynthesizedTemplates, TemplateResourceView } from '../stack/templates.ts';

type Resources = Readonly<Record<string, TemplateResourceView>>;

/** Lists what has no failure destination, by the resource that calls or is called. */
export function listUnkeptCalls({ files }: Pick<SynthesizedTemplates, 'files'>): string[] {
  return [...files.values()].flatMap((resources) =>
    Object.entries(resources).flatMap(([id, resource]) => findUnkept(id, resource, resources)),
  );
}

function findUnkept(
  id: string,
  { Type, Properties }: TemplateResourceView,
  resources: Resources,
): string[] {
  switch (Type) {
    case 'AWS::Events::Rule':
      return findOfRule(id, Properties.Targets, resources);
    case 'AWS::Scheduler::Schedule':
      return Properties.Target.DeadLetterConfig?.Arn ? [] : [`${id}: no queue`];
    case 'AWS::SecretsManager::RotationSchedule':
      return findOfFunction(id, readLogicalId(Properties.RotationLambdaARN), resources);
    case 'AWS::IAM::Role':
      return isScheduler(Properties) ? findOfScheduler(id, Properties, resources) : [];
    default:
      return [];
  }
}

interface CalledTarget {
  readonly Arn: unknown;
  readonly DeadLetterConfig?: { readonly Arn: unknown };
}

function findOfRule(id: string, targets: readonly CalledTarget[], resources: Resources): string[] {
  return targets.flatMap(({ Arn, DeadLetterConfig: queue }) => [
    ...(isAdmitted(readLogicalId(queue?.Arn), id, resources) ? [] : [`${id}: no queue`]),
    ...findOfFunction(id, readLogicalId(Arn), resources),
  ]);
}

// EventBridge may send to the queue only what a statement of its policy allows for this rule.
function isAdmitted(queue: string | undefined, rule: string, resources: Resources): boolean {
  return Object.values(resources)
    .filter(({ Type, Properties }) => {
      return Type === 'AWS::SQS::QueuePolicy' && refersTo(Properties.Queues, queue);
    })
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .some((statement) => {
      const { Effect, Action, Principal, Condition } = statement;
      return (
        Effect === 'Allow' &&
        Action === 'sqs:SendMessage' &&
        Principal?.Service === 'events.amazonaws.com' &&
        refersTo(Condition, rule)
      );
    });
}

function findOfFunction(caller: string, id: string | undefined, resources: Resources): string[] {
  const calls = Object.values(resources).find(({ Type, Properties }) => {
    return Type === 'AWS::Lambda::EventInvokeConfig' && refersTo(Properties.FunctionName, id);
  });
  const queue = readLogicalId(calls?.Properties.DestinationConfig?.OnFailure?.Destination);
  if (queue === undefined) return [`${caller}: ${id} keeps no failures`];
  const role = resources[readLogicalId(resources[id ?? '']?.Properties.Role) ?? ''];
  return maySend(role, queue) ? [] : [`${caller}: ${id} may not send to its queue`];
}

// The schedules themselves are made by a command, whose test is in test/commands.
function findOfScheduler(id: string, role: Properties, resources: Resources): string[] {
  const queues = Object.keys(resources).filter((one) => resources[one]?.Type === 'AWS::SQS::Queue');
  const isKept = queues.some((queue) => maySend({ Type: '', Properties: role }, queue));
  return isKept ? [] : [`${id}: may send to no queue`];
}

type Properties = TemplateResourceView['Properties'];

function isScheduler({ AssumeRolePolicyDocument: trust }: Properties): boolean {
  return JSON.stringify(trust).includes('scheduler.amazonaws.com');
}

function maySend(role: TemplateResourceView | undefined, queue: string): boolean {
  const policies: readonly Properties[] = role?.Properties.Policies ?? [];
  return policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .some(({ Effect, Action, Resource }) => {
      return Effect === 'Allow' && Action === 'sqs:SendMessage' && refersTo(Resource, queue);
    });
}

function readLogicalId(reference: unknown): string | undefined {
  const { Ref, 'Fn::GetAtt': [id] = [] } = (reference ?? {}) as {
    Ref?: string;
    'Fn::GetAtt'?: string[];
  };
  return Ref ?? id;
}

function refersTo(value: unknown, id: string | undefined): boolean {
  return id !== undefined && JSON.stringify(value ?? null).includes(`"${id}"`);
}
