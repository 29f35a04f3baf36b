// The settings of a stage. Every value that may differ between stages is here.
import { RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import { readBackup, readReplicas } from './backups.ts';
import {
  isSafe,
  readCanary,
  readList,
  readOrigin,
  readSwitch,
  readText,
  readWebAcl,
} from './context-values.ts';
import type { BackupSettings, Replicas } from './backups.ts';
import type { CanarySetting } from './context-values.ts';
import { refuseUnknownMembers } from '../../functions/authorizer/issuers.ts';
import { readReservedConcurrency, readTenantLimits } from './limits.ts';
import type { RequestLimit, TenantLimitSettings } from './limits.ts';

/** An issuer of access tokens; functions/authorizer/issuers.ts describes the members. */
export interface IssuerConfiguration {
  readonly kind?: 'oidc' | 'cognito';
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly audience?: string;
  readonly client_ids?: readonly string[];
  readonly scope_prefix?: string;
  readonly tenant_claim?: string;
  readonly tenants?: readonly string[];
  readonly typ?: string;
  readonly client_claim?: string;
  readonly holder?: {
    readonly claim: string;
    readonly operator?: readonly string[];
    readonly service?: readonly string[];
    readonly absent?: 'OPERATOR' | 'SERVICE';
  };
}

/** A witness of C2SP tlog-witness: the prefix of its submissions, and its verifier key. */
export interface WitnessConfiguration {
  readonly url: string;
  readonly key: string;
}

export interface Stage extends TenantLimitSettings {
  readonly name: string;
  /** Issuers in addition to the bundled identity service. */
  readonly issuers: readonly IssuerConfiguration[];
  /** The URL of the identity service for clients, if it is not the one that API Gateway assigns. */
  readonly authUrl: string | undefined;
  /**
   * The origin of the operators' console, the only one whose pages may call the APIs from a browser; undefined
   * for a stage without a console.
   */
  readonly consoleOrigin: string | undefined;
  /** The domain of the operator console, with its certificate; absent: the domain that CloudFront assigns. */
  readonly consoleDomain: string | undefined;
  /** The ARN of the certificate for that domain, in us-east-1, as CloudFront requires. */
  readonly consoleCertificate: string | undefined;
  /** The number of partitions for new records of a tenant; each takes about 500 postings a second. */
  readonly writeShards: number;
  /** What happens to the data when a stack is deleted. */
  readonly dataRemoval: RemovalPolicy;
  readonly isProtected: boolean;
  /** COMPLIANCE: no one can delete an artifact early. GOVERNANCE: callers with a special grant can. */
  readonly artifactLock: 'COMPLIANCE' | 'GOVERNANCE';
  /** How long the report of an import is locked, counted from the request. */
  readonly importRetentionDays: number;
  /** How long the objects of the evidence logs are locked, in compliance mode on every stage. */
  readonly evidenceRetentionDays: number;
  /** The host in the names of the evidence logs; a new log takes it for good. */
  readonly evidenceHost: string | undefined;
  /** The witnesses that are asked to cosign checkpoints; none by default. */
  readonly witnesses: readonly WitnessConfiguration[];
  /** The ARN of the web ACL that the APIs are behind, in the same region; none by default. */
  readonly webAcl: string | undefined;
  /** How long an export waits before it reads: for clock differences and for postings in flight. */
  readonly settleSeconds: number;
  /** How long the closing of an accounting period waits before it sums: for settings that are cached too. */
  readonly periodSettleSeconds: number;
  readonly throttle: RequestLimit;
  /** What a tenant may ask of each API, unless it has a limit of its own. */
  readonly tenantLimit: RequestLimit;
  /** What is reserved of the account's concurrent executions for single functions, by their names. */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  readonly functionMemoryMegabytes: number;
  readonly functionTimeoutSeconds: number;
  readonly logRetentionDays: number;
  /** Whether S3 logs each access to the files of the stage, in a bucket beside them. */
  readonly logsBuckets: boolean;
  /** How many functions the account may run at once: the quota that docs/deployment.md requests. */
  readonly accountConcurrency: number;
  /** Receives the alarms; without an address the topic has no subscriber. */
  readonly alarmEmail: string | undefined;
  /** Who pays for the stage; a tag of every resource. */
  readonly costCentre: string | undefined;
  /** Backups of the tables besides point-in-time recovery; none by default. */
  readonly backup: BackupSettings | undefined;
  /** Where the buckets are copied to; nowhere by default. */
  readonly replicas: Replicas;
  /** Whether new code of an operation gets a tenth of its requests first; false by default. */
  readonly shiftsTraffic: boolean;
  /** Whether a canary posts and reads back every few minutes, and stops gradual releases; `none` by default. */
  readonly canary: CanarySetting;
  /** Whether operations use the tables with credentials for the tenant of the request; false by default. */
  readonly tenantCredentials: boolean;
}

/** The group of the schedules that operators set. */
export function buildScheduleGroupName({ name }: Stage): string {
  return `countinghouse-${name}`;
}

/** What a stage has unless the context says otherwise. */
type StageDefaults = Omit<
  Stage,
  | 'name'
  | 'issuers'
  | 'authUrl'
  | 'consoleDomain'
  | 'consoleCertificate'
  | 'consoleOrigin'
  | 'alarmEmail'
  | 'logsBuckets'
  | 'evidenceHost'
  | 'witnesses'
  | 'ownLimits'
  | 'tenantLimits'
  | 'reservedConcurrency'
  | 'webAcl'
  | 'costCentre'
  | 'backup'
  | 'replicas'
  | 'shiftsTraffic'
  | 'canary'
  | 'tenantCredentials'
>;

const production: StageDefaults = {
  writeShards: 4,
  // A failed first deployment is rolled back completely: resources that stayed would keep names that the
  // next one needs.
  dataRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  isProtected: true,
  artifactLock: 'COMPLIANCE',
  importRetentionDays: 365,
  // Ten years with their leap days.
  evidenceRetentionDays: 3_653,
  settleSeconds: 120,
  periodSettleSeconds: 120,
  throttle: { requestsPerSecond: 500, burst: 1_000 },
  tenantLimit: { requestsPerSecond: 200, burst: 400 },
  functionMemoryMegabytes: 1_024,
  functionTimeoutSeconds: 15,
  logRetentionDays: 365,
  accountConcurrency: 1_000,
};

/** The settings of disposable stages; all others keep their data. */
const disposable: StageDefaults = {
  ...production,
  dataRemoval: RemovalPolicy.DESTROY,
  isProtected: false,
  artifactLock: 'GOVERNANCE',
  evidenceRetentionDays: 3,
  logRetentionDays: 30,
};

/** No tenant of one machine waits for another: its limit is the processor. */
const UNLIMITED: RequestLimit = { requestsPerSecond: 10_000, burst: 5_000 };

/** One machine has one clock, and a posting takes only moments there. */
const ON_ONE_MACHINE = new Set(['local', 'test']);

/** Where one machine serves the console. */
const LOCAL_CONSOLE_ORIGIN = 'http://localhost:4020';

/**
 * Longer than the five seconds for which a posting caches the settings, and its fifteen seconds of time; in
 * tests, where nothing is posting at a closing, longer than the former.
 */
const PERIOD_SETTLE_SECONDS: Readonly<Record<string, number>> = { local: 21, test: 7 };

const DISPOSABLE = new Set(['local', 'test', 'development', 'prove']);

/**
 * Reads the stage from the CDK context, by the names that docs/deployment.md lists. The default is production, so
 * that a forgotten flag leaves nothing unprotected.
 */
export function readStage(node: Node): Stage {
  const name: unknown = node.tryGetContext('stage') ?? 'production';
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]{1,19}$/.test(name)) {
    throw new Error('stage must be 2 to 20 lower-case letters and digits');
  }
  const values = DISPOSABLE.has(name) ? disposable : production;
  const consoleDomain: unknown = node.tryGetContext('consoleDomain');
  return {
    ...values,
    ...(ON_ONE_MACHINE.has(name) && { settleSeconds: 0.5, tenantLimit: UNLIMITED }),
    ...readTenantLimits(node),
    reservedConcurrency: readReservedConcurrency(node),
    periodSettleSeconds: PERIOD_SETTLE_SECONDS[name] ?? values.periodSettleSeconds,
    name,
    issuers: readOtherIssuers(node.tryGetContext('issuers')),
    witnesses: readWitnesses(node.tryGetContext('witnesses')),
    authUrl: readText(node.tryGetContext('authUrl')),
    consoleDomain: typeof consoleDomain === 'string' ? consoleDomain : undefined,
    consoleCertificate: readText(node.tryGetContext('consoleCertificate')),
    consoleOrigin: readOrigin(
      node.tryGetContext('consoleOrigin') ?? findConsoleOrigin(name, consoleDomain),
    ),
    alarmEmail: readText(node.tryGetContext('alarmEmail')),
    backup: readBackup(node.tryGetContext('backup')),
    shiftsTraffic: String(node.tryGetContext('shiftTraffic')) === 'true',
    canary: readCanary(node.tryGetContext('canary')),
    tenantCredentials: readSwitch('tenantCredentials', node.tryGetContext('tenantCredentials')),
    replicas: readReplicas(node.tryGetContext('replicas')),
    costCentre: readText(node.tryGetContext('costCentre')),
    logsBuckets: readSwitch('logsBuckets', node.tryGetContext('logsBuckets')),
    webAcl: readWebAcl(node.tryGetContext('webAcl')),
    evidenceHost: readText(node.tryGetContext('evidenceHost')),
  };
}

function readOtherIssuers(context: unknown): IssuerConfiguration[] {
  const issuers = readList<IssuerConfiguration>('issuers', context);
  // The authorizer would refuse to start, and no request would pass.
  issuers.forEach(refuseUnknownMembers);
  return issuers;
}

function readWitnesses(context: unknown): WitnessConfiguration[] {
  const witnesses = readList<WitnessConfiguration>('witnesses', context);
  if (!witnesses.every(({ url }) => URL.canParse(url) && isSafe(new URL(url))))
    throw new Error('the url of a witness must be https');
  return witnesses;
}

function findConsoleOrigin(stage: string, consoleDomain: unknown): string | undefined {
  if (typeof consoleDomain === 'string') return `https://${consoleDomain}`;
  return ON_ONE_MACHINE.has(stage) ? LOCAL_CONSOLE_ORIGIN : undefined;
}
