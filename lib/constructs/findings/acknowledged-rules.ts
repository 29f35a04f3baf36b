// The rules of cdk-nag's packs that do not fit, and why. docs/acknowledged-rules.md is made from this table.

/** The packs by the names that people use, with what the ids of their rules begin with. */
export const RULE_PACKS = {
  'AWS Solutions': 'AwsSolutions',
  'NIST 800-53 R5': 'NIST.800.53.R5::NIST.800.53.R5',
  HIPAA: 'HIPAA.Security::HIPAA.Security',
  'PCI DSS 3.2.1': 'PCI.DSS.321::PCI.DSS.321',
  Serverless: 'Serverless::Serverless',
} as const;

export type RulePack = keyof typeof RULE_PACKS;

export interface AcknowledgedRule {
  /** What it asks for. */
  readonly rule: string;
  /** Its name in each pack that has it. */
  readonly names: Readonly<Partial<Record<RulePack, string>>>;
  /** The resources for which it is acknowledged. */
  readonly where: string;
  readonly reason: string;
}

const inRegulatoryPacks = (name: string): AcknowledgedRule['names'] => ({
  'NIST 800-53 R5': name,
  HIPAA: name,
  'PCI DSS 3.2.1': name,
});

/** Rules whose reason holds for all that is deployed. */
export const EVERYWHERE_RULES = {
  inlinePolicy: {
    rule: 'no policies inside a role',
    names: inRegulatoryPacks('IAMNoInlinePolicy'),
    where: 'every role',
    reason:
      'A role serves one function or state machine, and its policy lives and ends with it, so that no grant can ' +
      'be attached to another role by mistake.',
  },
  outsideVpc: {
    rule: 'functions inside a VPC',
    names: inRegulatoryPacks('LambdaInsideVPC'),
    where: 'every function',
    reason:
      'Functions reach tables, buckets and keys over TLS with IAM, and nothing of ours has an address in a ' +
      'network that a VPC could guard.',
  },
  withoutCache: {
    rule: 'a cache, encrypted',
    names: inRegulatoryPacks('APIGWCacheEnabledAndEncrypted'),
    where: 'every API',
    reason: 'A cache would answer balances and decisions of before.',
  },
  withoutClientCertificate: {
    rule: 'a client certificate for the backend',
    names: inRegulatoryPacks('APIGWSSLEnabled'),
    where: 'every API',
    reason:
      'Such a certificate shows a backend of HTTP who calls. The backends are functions, and their policies ' +
      'admit this API alone.',
  },
  withoutExecutionLog: {
    rule: 'an execution log',
    names: { 'AWS Solutions': 'APIG6', ...inRegulatoryPacks('APIGWExecutionLoggingEnabled') },
    where: 'every API',
    reason:
      'API Gateway makes their groups itself, without retention and key; the access log has errors.',
  },
  validatedInFunctions: {
    rule: 'validation by the gateway',
    names: { 'AWS Solutions': 'APIG2' },
    where: 'every API',
    reason: 'The functions validate requests with validators generated from the same schemas.',
  },
} as const satisfies Readonly<Record<string, AcknowledgedRule>>;

/** Rules that a construct acknowledges for itself. */
export const PLACED_RULES = {
  tracingOnAnything: {
    rule: 'no resource `*` in a grant',
    names: { 'AWS Solutions': 'IAM5[Resource::*]' },
    where: 'roles of functions and state machines',
    reason:
      'Grants for tracing and for the delivery of logs cannot be limited to resources; no other statement has ' +
      'the resource `*`.',
  },
  logsOfEveryApi: {
    rule: 'no resource `*` in a grant',
    names: { 'AWS Solutions': 'IAM5[Resource::*]' },
    where: 'the role with which API Gateway writes logs',
    reason:
      'API Gateway has one role for all APIs of an account and region, also for those of other applications, whose ' +
      'log groups the stage does not know.',
  },
  objectsByPrefix: {
    rule: 'no wildcard in a grant',
    names: { 'AWS Solutions': 'IAM5' },
    where: 'roles that read or write files',
    reason: 'Files are named by batch or log, so a role can be limited only to a prefix.',
  },
  childrenOfMachine: {
    rule: 'no wildcard in a grant',
    names: { 'AWS Solutions': 'IAM5' },
    where: 'the role of a state machine with a distributed map',
    reason:
      'Step Functions names the executions of the items itself, after the state machine: the role has the start of ' +
      'their names.',
  },
  namesByStart: {
    rule: 'no wildcard in a grant',
    names: { 'AWS Solutions': 'IAM5' },
    where: 'the roles of backups and of gradual releases',
    reason:
      'Backups are named after their table or their account, functions after the stage: a role has the start of names. Alarms can be read only by a role that may read them all.',
  },
  answeringCaller: {
    rule: 'a dead-letter queue for each function',
    names: {
      'NIST 800-53 R5': 'LambdaDLQ',
      HIPAA: 'LambdaDLQ',
      Serverless: 'LambdaDLQ',
    },
    where: 'functions that a caller waits for, and consumers of a stream',
    reason:
      'Lambda sends to this queue only what was called asynchronously. Here a caller waits for the answer, or a ' +
      'state machine or a stream repeats the call and keeps what failed.',
  },
  keptByDestination: {
    rule: 'a dead-letter queue for each function',
    names: {
      'NIST 800-53 R5': 'LambdaDLQ',
      HIPAA: 'LambdaDLQ',
      Serverless: 'LambdaDLQ',
    },
    where: 'functions that events and schedules call',
    reason:
      'They have a destination of failures instead, which also gets the reason of the failure: a queue of their own, ' +
      'with an alarm.',
  },
  unreserved: {
    rule: 'a limit of concurrent executions for each function',
    names: { 'NIST 800-53 R5': 'LambdaConcurrency', HIPAA: 'LambdaConcurrency' },
    where: 'functions without a reason for one',
    reason:
      'A limit also reserves: about 175 functions would divide the concurrency of the account among functions ' +
      'that rest. The gateway limits the requests, and an alarm watches the concurrency of the account.',
  },
  ownWebAcl: {
    rule: 'a web ACL for each API',
    names: {
      'AWS Solutions': 'APIG3',
      'NIST 800-53 R5': 'APIGWAssociatedWithWAF',
      'PCI DSS 3.2.1': 'APIGWAssociatedWithWAF',
    },
    where: 'the APIs of a stage without `webAcl`',
    reason:
      'Institutions share one web ACL over their APIs and name it in the settings of the stage.',
  },
  rotatedBySetUp: {
    rule: 'rotation of each secret on a schedule',
    names: {
      'AWS Solutions': 'SMG4',
      'NIST 800-53 R5': 'SecretsManagerRotationEnabled',
      HIPAA: 'SecretsManagerRotationEnabled',
    },
    where: 'the key of the canary, on a stage that has one',
    reason:
      'The public half of the key is a record of administration, which no function may write; each `canary set-up` ' +
      'replaces both halves. The key opens a tenant without customers alone.',
  },
  mailedAlarms: {
    rule: 'a dead-letter queue for each subscription',
    names: { Serverless: 'SNSRedrivePolicy' },
    where: 'the mail address of the alarms',
    reason:
      'SNS repeats a mail for hours. What is still on then is seen on the dashboard, and a queue of mails would ' +
      'have no reader.',
  },
  deadLetters: {
    rule: 'a dead-letter queue for each queue',
    names: { 'AWS Solutions': 'SQS3', Serverless: 'SQSRedrivePolicy' },
    where: 'queues that are dead-letter queues',
    reason: 'The queue is itself where failed events are kept; an alarm is on while it holds one.',
  },
} as const satisfies Readonly<Record<string, AcknowledgedRule>>;

const unloggedNames = { 'AWS Solutions': 'S1', ...inRegulatoryPacks('S3BucketLoggingEnabled') };

/** Rules that buckets acknowledge. */
export const BUCKET_RULES = {
  unlogged: {
    rule: 'a log of each access to a bucket',
    names: unloggedNames,
    where: 'the buckets of artifacts and of evidence',
    reason:
      'Only the API gives links to the files, and its access log names the actor, the tenant and the path of each ' +
      'request for one; a stage can have S3 log each use of a link (logsBuckets).',
  },
  ownLog: {
    rule: 'a log of each access to a bucket',
    names: unloggedNames,
    where: 'the bucket of the access logs, on a stage that has one',
    reason: 'The bucket is itself the access log of the others; logging it would log its own log.',
  },
  publicFilesUnlogged: {
    rule: 'a log of each access to a bucket',
    names: unloggedNames,
    where: 'the files of the console',
    reason: 'The files are public; what changes them is in the trail of deployments.',
  },
  publicFilesKey: {
    rule: 'encryption by a key of KMS',
    names: inRegulatoryPacks('S3DefaultEncryptionKMS'),
    where: 'the files of the console',
    reason:
      'The files are public, so no key of the institution guards them; S3 encrypts them with its own.',
  },
  unreplicated: {
    rule: 'replication to another bucket',
    names: inRegulatoryPacks('S3BucketReplicationEnabled'),
    where: 'the buckets of a stage that names no second place, and the files of the console',
    reason:
      'Another region or account is a choice of the institution, made in the settings of the stage; the files of ' +
      'the console come with every deployment.',
  },
} as const satisfies Readonly<Record<string, AcknowledgedRule>>;

/** Rules that tables acknowledge. */
export const TABLE_RULES = {
  notRecovered: {
    rule: 'point-in-time recovery, and a plan of AWS Backup',
    names: {
      'AWS Solutions': 'DDB3',
      ...inRegulatoryPacks('DynamoDBPITREnabled'),
      Serverless: 'DynamoDBPITREnabled',
    },
    where: 'the table of intents, on a stage that combines',
    reason:
      'It holds requests for the seconds in which they wait, and no record. What is left of a process that has ended ' +
      'is never answered from there: the caller repeats the request.',
  },
  backedUpElsewhere: {
    rule: 'a plan of AWS Backup',
    names: { 'NIST 800-53 R5': 'DynamoDBInBackupPlan', HIPAA: 'DynamoDBInBackupPlan' },
    where: 'every table',
    reason:
      'Point-in-time recovery holds each second of the last 35 days. Backups in a locked vault are a setting of the ' +
      'stage; their stack names the tables that are in use, also restored ones, where the rule does not look.',
  },
} as const satisfies Readonly<Record<string, AcknowledgedRule>>;
