// The resource types that the runner knows. A resource of any other type would silently be missing
// locally, so the runner refuses to start.

/** Types that the runner runs or emulates. */
const SUPPORTED_TYPES = new Set([
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGateway::UsagePlanKey',
  'AWS::CloudFormation::Stack',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Version',
  'AWS::S3::Bucket',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SecretsManager::RotationSchedule',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::StateMachine',
  'AWS::SQS::Queue',
]);

/**
 * Types that the runner does not run: access, monitoring, encryption, domains and logs. It reads some of
 * them where they shape the rest: the IAM enforcer reads roles, policies and keys, the gateway stages.
 */
const IGNORED_TYPES = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::Stage',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Events::Archive',
  'AWS::Events::EventBusPolicy',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Route53::RecordSet',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
]);

interface TypedResource {
  readonly path: string;
  readonly type: string;
}

export function refuseUnknownTypes(resources: TypedResource[]) {
  const unknown = resources.filter(
    ({ type }) => !SUPPORTED_TYPES.has(type) && !IGNORED_TYPES.has(type),
  );
  if (unknown.length === 0) return;
  const list = unknown.map(({ path, type }) => `  ${type} (${path})`).join('\n');
  throw new Error(`The local runner can neither run nor ignore these resources:\n${list}`);
}
