// The settings of a stage with their defaults, as the stacks read them.
import { RemovalPolicy } from 'aws-cdk-lib';
import type { BackupSettings, Replicas } from './backups.ts';
import type { DomainSettings, HostedZoneReference } from './domains.ts';
import type { FirewallSettings } from './firewalls.ts';
import type { OwnLimit, RequestLimit } from './limits.ts';
import { refuseSettingsFaults } from './settings-faults.ts';
import type {
  CanarySetting,
  CapacitySettings,
  IssuerConfiguration,
  StageSettings,
  WitnessConfiguration,
} from './stage-settings.ts';

/** A stage. stage-settings.ts describes what it sets. */
export interface Stage extends Required<CapacitySettings> {
  /** Part of every name, so that several stages can be in one account. */
  readonly name: string;
  readonly issuers: readonly IssuerConfiguration[];
  readonly domain: DomainSettings;
  readonly hostedZone: HostedZoneReference | undefined;
  /** The URL of the identity service for clients, if it is not the one that API Gateway assigns. */
  readonly authUrl: string | undefined;
  /**
   * The origin of the operators' console, the only one whose pages may call the APIs from a browser; undefined
   * for a stage without a console.
   */
  readonly consoleOrigin: string | undefined;
  readonly consoleCertificate: string | undefined;
  /** What happens to the data when a stack is deleted. */
  readonly dataRemoval: RemovalPolicy;
  readonly isProtected: boolean;
  /** COMPLIANCE: no one can delete an artifact early. GOVERNANCE: callers with a special grant can. */
  readonly artifactLock: 'COMPLIANCE' | 'GOVERNANCE';
  readonly evidenceHost: string | undefined;
  readonly witnesses: readonly WitnessConfiguration[];
  /** The ARN of the web ACL that the APIs are behind, in the same region. */
  readonly webAcl: string | undefined;
  /** The web ACL to create. */
  readonly firewall: FirewallSettings | undefined;
  /** What a tenant may ask of each API, unless it has a limit of its own. */
  readonly tenantLimit: RequestLimit;
  readonly ownLimits: Readonly<Record<string, OwnLimit>>;
  readonly tenantLimits: 'applied' | 'prepared';
  readonly logsBuckets: boolean;
  readonly setsGatewayLogging: boolean;
  readonly alarmEmail: string | undefined;
  readonly alarmTopics: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly costCentre: string | undefined;
  readonly backup: BackupSettings | undefined;
  readonly replicas: Replicas;
  readonly shiftsTraffic: boolean;
  readonly canary: CanarySetting;
  readonly tenantCredentials: boolean;
  readonly combining: boolean;
}

/** The group of the schedules that operators set. */
export function buildScheduleGroupName({ name }: Pick<Stage, 'name'>): string {
  return `countinghouse-${name}`;
}

const DEFAULTS: Required<CapacitySettings> = {
  writeShards: 4,
  importRetentionDays: 365,
  // Ten years with their leap days.
  evidenceRetentionDays: 3_653,
  settleSeconds: 120,
  periodSettleSeconds: 120,
  webhookReach: 'INTERNET',
  generationReuseMs: 5_000,
  throttle: { requestsPerSecond: 500, burst: 1_000 },
  reservedConcurrency: {},
  functionMemoryMegabytes: 1_024,
  functionTimeoutSeconds: 15,
  logRetentionDays: 365,
  accountConcurrency: 1_000,
};

const DISPOSABLE_DEFAULTS = { ...DEFAULTS, evidenceRetentionDays: 3, logRetentionDays: 30 };

const TENANT_LIMIT: RequestLimit = { requestsPerSecond: 200, burst: 400 };

/**
 * Completes the settings of a stage. Throws, in a sentence that names the property, for settings that no stage can
 * have. The default is a stage that keeps its data, so that a forgotten setting leaves nothing unprotected.
 */
export function readStage(name: string, settings: StageSettings): Stage {
  if (!/^[a-z][a-z0-9]{1,19}$/.test(name)) {
    throw new Error('the name of a stage must be 2 to 20 lower-case letters and digits');
  }
  refuseSettingsFaults(settings);
  const { disposable = false, tenants, alarms, webAcl, domain = {} } = settings;
  return {
    ...(disposable ? DISPOSABLE_DEFAULTS : DEFAULTS),
    ...readCapacity(settings),
    ...readProtection(disposable),
    name,
    domain,
    hostedZone: settings.hostedZone,
    consoleCertificate: settings.consoleCertificate,
    consoleOrigin:
      domain.console === undefined ? settings.consoleOrigin : `https://${domain.console}`,
    authUrl: domain.auth === undefined ? settings.authUrl : `https://${domain.auth}`,
    issuers: settings.issuers ?? [],
    witnesses: settings.witnesses ?? [],
    evidenceHost: settings.evidenceHost,
    webAcl: typeof webAcl === 'string' ? webAcl : undefined,
    firewall: typeof webAcl === 'object' ? webAcl : undefined,
    tenantLimit: tenants?.limit ?? TENANT_LIMIT,
    ownLimits: tenants?.ownLimits ?? {},
    tenantLimits: tenants?.limits ?? 'applied',
    alarmEmail: alarms?.email,
    alarmTopics: alarms?.topics ?? [],
    tags: settings.tags ?? {},
    costCentre: settings.costCentre,
    backup: settings.backup,
    replicas: settings.replicas ?? {},
    logsBuckets: settings.logsBuckets ?? false,
    setsGatewayLogging: settings.setsGatewayLogging ?? true,
    shiftsTraffic: settings.shiftTraffic ?? false,
    canary: settings.canary ?? 'none',
    tenantCredentials: settings.tenantCredentials ?? false,
    combining: settings.combining ?? false,
  };
}

function readCapacity(settings: StageSettings): CapacitySettings {
  const given = Object.entries(settings).filter(
    ([name, value]) => name in DEFAULTS && value !== undefined,
  );
  return Object.fromEntries(given);
}

function readProtection(
  disposable: boolean,
): Pick<Stage, 'dataRemoval' | 'isProtected' | 'artifactLock'> {
  if (disposable) {
    return { dataRemoval: RemovalPolicy.DESTROY, isProtected: false, artifactLock: 'GOVERNANCE' };
  }
  return {
    // A failed first deployment is rolled back completely: resources that stayed would keep names that the
    // next one needs.
    dataRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    isProtected: true,
    artifactLock: 'COMPLIANCE',
  };
}
