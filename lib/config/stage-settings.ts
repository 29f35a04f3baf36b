// What a stage file may set, and what is passed to the construct. docs/embedding.md lists it all.
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { AlarmSettings } from './alarms.ts';
import type { BackupSettings, Replicas } from './backups.ts';
import type { Addresses } from './domains.ts';
import type { WebAclSettings } from './firewalls.ts';
import type { RequestLimit, TenantSettings } from './limits.ts';

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

export type CanarySetting = 'none' | 'watches' | 'gates';

/** The capacity of a stage and how long it keeps what; each has a default. */
export interface CapacitySettings {
  /** The throttle of each operation of an API, for all tenants together. */
  readonly throttle?: RequestLimit;
  /** The number of partitions for new records of a tenant; each takes about 500 postings a second. */
  readonly writeShards?: number;
  readonly functionMemoryMegabytes?: number;
  /** At most 29, for which API Gateway waits. */
  readonly functionTimeoutSeconds?: number;
  /** How many functions the account may run at once: the quota that an alarm compares with. */
  readonly accountConcurrency?: number;
  /** What is reserved of the account's concurrent executions for single functions, by their names. */
  readonly reservedConcurrency?: Readonly<Record<string, number>>;
  readonly logRetentionDays?: number;
  /** How long the report of an import is locked, counted from the request. */
  readonly importRetentionDays?: number;
  /** How long the objects of the evidence logs are locked, in compliance mode on every stage. */
  readonly evidenceRetentionDays?: number;
  /** How long an export waits before it reads: for clock differences and for postings in flight. */
  readonly settleSeconds?: number;
  /** How long the closing of an accounting period waits before it sums: for settings that are cached too. */
  readonly periodSettleSeconds?: number;
  /** Whom webhooks may call: the internet alone, or the machine on which the stage runs too. */
  readonly webhookReach?: 'INTERNET' | 'LOOPBACK';
  /** How long a function may use the serving generation of a projection that it has read; a rebuild waits as long. */
  readonly generationReuseMs?: number;
}

/** All that a stage can set. What is left out has its default. */
export interface StageSettings extends Addresses, CapacitySettings {
  /** Whether the data goes with the stacks. Otherwise deletions are refused, and data, keys and logs retained. */
  readonly disposable?: boolean;
  /** A key of KMS of yours, or its ARN, in place of one of the stage. */
  readonly key?: IKey | string;
  readonly webAcl?: WebAclSettings;
  readonly tenants?: TenantSettings;
  readonly alarms?: AlarmSettings;
  /** Tags of every resource, beside those of the stage. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Who pays for the stage; a tag of every resource. */
  readonly costCentre?: string;
  /** Backups of the tables besides point-in-time recovery. */
  readonly backup?: BackupSettings;
  /** Where the buckets are copied to. */
  readonly replicas?: Replicas;
  /** Issuers in addition to the bundled identity service. */
  readonly issuers?: readonly IssuerConfiguration[];
  /** The host in the names of the evidence logs; a new log takes it for good. */
  readonly evidenceHost?: string;
  /** The witnesses that are asked to cosign checkpoints. */
  readonly witnesses?: readonly WitnessConfiguration[];
  /** Whether S3 logs each access to the files of the stage, in a bucket beside them. */
  readonly logsBuckets?: boolean;
  /**
   * Whether the stage sets with which role API Gateway writes its logs. It is one setting for all APIs of an account and
   * region: `false` where another application sets it.
   */
  readonly setsGatewayLogging?: boolean;
  /** Whether new code of an operation gets a tenth of its requests first. */
  readonly shiftTraffic?: boolean;
  /** Whether a canary posts and reads back every few minutes (`watches`), and also stops gradual releases (`gates`). */
  readonly canary?: CanarySetting;
  /** Whether operations use the tables with credentials for the tenant of the request. */
  readonly tenantCredentials?: boolean;
  /** Whether journal entries that wait for one account are posted together (ADR 125). */
  readonly combining?: boolean;
}
