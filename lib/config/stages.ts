// Every value that differs between stages.
import { RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';

/** Who may issue access tokens; functions/authorizer/issuers.ts says what each member means. */
export interface IssuerConfiguration {
  readonly kind?: 'oidc' | 'cognito';
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly audience?: string;
  readonly client_ids?: readonly string[];
  readonly scope_prefix?: string;
  readonly tenant_claim?: string;
}

export interface Stage {
  readonly name: string;
  /** Issuers beside the bundled identity service. */
  readonly issuers: readonly IssuerConfiguration[];
  /** Where clients reach the identity service, if not at the address API Gateway gives it. */
  readonly authUrl: string | undefined;
  /** Partitions that new records of a tenant are spread over: one bears about 500 postings/s. */
  readonly writeShards: number;
  /** What happens to data when a stack is deleted. */
  readonly dataRemoval: RemovalPolicy;
  readonly isProtected: boolean;
  /** COMPLIANCE: no one can delete an artifact early. GOVERNANCE: callers with a special grant can. */
  readonly artifactLock: 'COMPLIANCE' | 'GOVERNANCE';
  /** How long the report of an import is locked, from the request on. */
  readonly importRetentionDays: number;
  /** How long a posting may be under way: an export reads no sooner after its request or period. */
  readonly settleSeconds: number;
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  readonly functionMemoryMegabytes: number;
  readonly functionTimeoutSeconds: number;
  readonly logRetentionDays: number;
  /** Receives the alarms; without an address the topic has no subscriber. */
  readonly alarmEmail: string | undefined;
}

const production: Omit<Stage, 'name' | 'issuers' | 'authUrl' | 'alarmEmail'> = {
  writeShards: 4,
  // A first deployment that fails must not leave names behind that block the next one.
  dataRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  isProtected: true,
  artifactLock: 'COMPLIANCE',
  importRetentionDays: 365,
  settleSeconds: 120,
  throttle: { requestsPerSecond: 500, burst: 1_000 },
  functionMemoryMegabytes: 1_024,
  functionTimeoutSeconds: 15,
  logRetentionDays: 365,
};

/** Stages that are disposable; all others keep their data. */
const disposable: Omit<Stage, 'name' | 'issuers' | 'authUrl' | 'alarmEmail'> = {
  ...production,
  dataRemoval: RemovalPolicy.DESTROY,
  isProtected: false,
  artifactLock: 'GOVERNANCE',
  logRetentionDays: 30,
};

/** On one machine with one clock a posting takes only moments. */
const ON_ONE_MACHINE = new Set(['local', 'test']);

const DISPOSABLE = new Set(['local', 'test', 'development']);

/**
 * The stage from the CDK context: `-c stage=NAME`, `-c issuers='[{…}]'`, `-c authUrl=URL`,
 * `-c alarmEmail=ADDRESS`.
 * Without a name it is production, so that nothing is unprotected by forgetting a flag.
 */
export function readStage(node: Node): Stage {
  const name: unknown = node.tryGetContext('stage') ?? 'production';
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]{1,19}$/.test(name)) {
    throw new Error('stage must be 2 to 20 lower-case letters and digits');
  }
  const values = DISPOSABLE.has(name) ? disposable : production;
  const authUrl: unknown = node.tryGetContext('authUrl');
  const alarmEmail: unknown = node.tryGetContext('alarmEmail');
  return {
    ...values,
    ...(ON_ONE_MACHINE.has(name) && { settleSeconds: 0.5 }),
    name,
    issuers: readIssuers(node.tryGetContext('issuers')),
    authUrl: typeof authUrl === 'string' ? authUrl : undefined,
    alarmEmail: typeof alarmEmail === 'string' ? alarmEmail : undefined,
  };
}

function readIssuers(context: unknown): IssuerConfiguration[] {
  const list: unknown = typeof context === 'string' ? JSON.parse(context) : (context ?? []);
  if (!Array.isArray(list)) throw new Error('issuers must be a JSON list');
  return list as IssuerConfiguration[];
}
