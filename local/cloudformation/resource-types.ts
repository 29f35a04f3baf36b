// The resource types that the runner knows. A type in neither list would silently
// not work on this machine, so the runner refuses to start.

/** Types that the runner brings to life. */
const SUPPORTED_TYPES = new Set([
  'AWS::ApiGateway::RestApi',
  'AWS::CloudFormation::Stack',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::Lambda::Alias',
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
 * Types that grant, watch, encrypt, publish or call a function by the clock, and so have nothing to
 * do on this machine: the target of a schedule is called by hand.
 */
const IGNORED_TYPES = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
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
