// What a release has in CloudFormation, as far as it decides whether another release can be deployed over it.
import { join } from 'node:path';
import {
  readAssembly,
  readTemplate,
  requireAssetPath,
} from '../../local/cloudformation/assembly.ts';
import { isObject } from '../../local/cloudformation/template.ts';
import type {
  CloudFormationTemplate,
  Json,
  TemplateResource,
} from '../../local/cloudformation/template.ts';

export interface InventoriedResource {
  readonly type: string;
  /** Its name, if the template and not CloudFormation gives it. */
  readonly name?: string;
  /** It stays when the stack lets go of it. */
  readonly isRetained?: true;
  /** Of a named resource: the properties that CloudFormation can change only by replacing it. */
  readonly fixed?: string;
}

export interface InventoriedStack {
  readonly name: string;
  /** By logical id; those of nested stacks by the ids of the stacks before it, with slashes between. */
  readonly resources: Readonly<Record<string, InventoriedResource>>;
  /** By name, with what is exported. */
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: readonly string[];
}

/** The stacks, in the order of their deployment. */
export type ReleaseInventory = readonly InventoriedStack[];

/** The property that names a resource, by type; and those that name it to CloudFormation for good. */
const NAMED: Readonly<
  Record<string, { readonly name: string; readonly fixed?: readonly string[] }>
> = {
  // Several may have the same name.
  'AWS::ApiGateway::RestApi': { name: '' },
  'AWS::Backup::BackupVault': { name: 'BackupVaultName', fixed: ['EncryptionKeyArn'] },
  'AWS::CloudWatch::Alarm': { name: 'AlarmName' },
  'AWS::CloudWatch::Dashboard': { name: 'DashboardName' },
  'AWS::CodeDeploy::Application': { name: 'ApplicationName', fixed: ['ComputePlatform'] },
  'AWS::CodeDeploy::DeploymentGroup': { name: 'DeploymentGroupName', fixed: ['ApplicationName'] },
  'AWS::DynamoDB::GlobalTable': {
    name: 'TableName',
    fixed: ['KeySchema', 'LocalSecondaryIndexes'],
  },
  'AWS::DynamoDB::Table': { name: 'TableName', fixed: ['KeySchema', 'LocalSecondaryIndexes'] },
  'AWS::Events::EventBus': { name: 'Name' },
  'AWS::Events::Rule': { name: 'Name', fixed: ['EventBusName'] },
  'AWS::IAM::ManagedPolicy': { name: 'ManagedPolicyName', fixed: ['Path', 'Description'] },
  'AWS::IAM::Role': { name: 'RoleName', fixed: ['Path'] },
  'AWS::KMS::Alias': { name: 'AliasName' },
  // Unique to its function.
  'AWS::Lambda::Alias': { name: '' },
  'AWS::Lambda::Function': { name: 'FunctionName', fixed: ['PackageType', 'TenancyConfig'] },
  'AWS::Logs::LogGroup': { name: 'LogGroupName' },
  'AWS::S3::Bucket': { name: 'BucketName', fixed: ['ObjectLockEnabled'] },
  'AWS::SNS::Topic': { name: 'TopicName', fixed: ['FifoTopic'] },
  'AWS::SQS::Queue': { name: 'QueueName', fixed: ['FifoQueue'] },
  'AWS::SSM::Parameter': { name: 'Name', fixed: ['DataType'] },
  'AWS::Scheduler::ScheduleGroup': { name: 'Name' },
  'AWS::SecretsManager::Secret': { name: 'Name' },
  'AWS::StepFunctions::StateMachine': { name: 'StateMachineName', fixed: ['StateMachineType'] },
};

/** Properties with such a name that name something else than the resource. */
const NAMING = /^(?!(StackName|StageName|PolicyName|FunctionName|RoleName)$)\w*Name$/;

const NESTED_STACK_TYPE = 'AWS::CloudFormation::Stack';

/** Reads the inventory of a cloud assembly. */
export function readInventory(folder: string): ReleaseInventory {
  return readAssembly(folder).map(({ name, template }) => {
    const templates = [...listTemplates(template, folder, '')];
    const all = templates.flatMap(([path, one]) =>
      Object.entries(one.Resources).map(([id, resource]) => [path + id, resource] as const),
    );
    const outputs = Object.values(template.Outputs ?? {});
    const exports = outputs.flatMap(({ Export: exported, Value: value }) =>
      exported ? [[toText(exported.Name), toText(value)] as const] : [],
    );
    return {
      name,
      resources: sortByKey(all.map(([path, resource]) => [path, describeResource(resource)])),
      exports: sortByKey(exports),
      imports: [...new Set(templates.flatMap(([, one]) => listImports(one)))].sort(),
    };
  });
}

function* listTemplates(
  template: CloudFormationTemplate,
  folder: string,
  path: string,
): Generator<[path: string, template: CloudFormationTemplate]> {
  yield [path, template];
  for (const [id, resource] of Object.entries(template.Resources)) {
    if (resource.Type !== NESTED_STACK_TYPE) continue;
    const file = requireAssetPath(resource, id, folder);
    yield* listTemplates(readTemplate(join(file)), folder, `${path}${id}/`);
  }
}

function describeResource(resource: TemplateResource): InventoriedResource {
  const { Type: type, Properties: properties = {} } = resource;
  const { name: property, fixed: kept = [] } = NAMED[type] ?? findName(type, properties);
  const name = properties[property];
  const fixed = kept.filter((one) => one in properties).map((one) => toText(properties[one] ?? ''));
  return {
    type,
    ...(name !== undefined && { name: toText(name) }),
    ...(isRetained(resource) && { isRetained: true }),
    ...(name !== undefined && fixed.length > 0 && { fixed: fixed.join(' ') }),
  };
}

// A type that the table lacks must not pass for one without a name.
function findName(type: string, properties: object): { name: string; fixed?: readonly string[] } {
  const found = Object.keys(properties).filter((one) => NAMING.test(one));
  if (found.length > 0)
    throw new Error(`Does ${found.join(', ')} name a resource of the type ${type}?`);
  return { name: '' };
}

function isRetained(resource: TemplateResource): boolean {
  const { DeletionPolicy: policy } = resource as { DeletionPolicy?: string };
  return policy === 'Retain' || policy === 'RetainExceptOnCreate';
}

function listImports(template: CloudFormationTemplate): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const imported = value['Fn::ImportValue'];
    if (imported !== undefined) found.push(toText(imported));
    Object.values(value).forEach(visit);
  };
  visit(template.Resources);
  return found;
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sortByKey<Value>(entries: (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
