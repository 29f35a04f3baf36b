// Refuses settings that are misspelt or contradict each other, before anything is deployed.
import { Token } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { readIssuerList, refuseUnknownMembers } from '../../functions/authorizer/issuers.ts';
import { refuseAlarmFaults } from './alarms.ts';
import { refuseBackupFaults, refuseReplicaFaults } from './backups.ts';
import { refuseAddressFaults } from './domains.ts';
import { refuseWebAclFaults } from './firewalls.ts';
import { refuseReservationFaults, refuseTenantFaults, requireLimit } from './limits.ts';
import {
  isSafe,
  requireAddress,
  requireArn,
  requireCount,
  requireLogHost,
  requireMembers,
  requireOrigin,
  requireSwitch,
} from './setting-checks.ts';
import type { StageSettings } from './stage-settings.ts';

/** The counts of a stage, with the least and the most that AWS takes. */
const COUNTS = {
  writeShards: [1],
  functionMemoryMegabytes: [128, 10_240],
  // For longer API Gateway does not wait.
  functionTimeoutSeconds: [1, 29],
  accountConcurrency: [1],
  importRetentionDays: [1, 36_500],
  evidenceRetentionDays: [1, 36_500],
  // The commands, which do not know the stage, wait for readers as if it were the highest.
  generationReuseMs: [1, 5_000],
} as const;

const SWITCHES = [
  'disposable',
  'console',
  'logsBuckets',
  'setsGatewayLogging',
  'shiftTraffic',
  'tenantCredentials',
  'combining',
] as const;

/** Every property of a stage. Type stripping checks no types, so that a misspelt one is found here alone. */
export const STAGE_SETTINGS = [
  ...SWITCHES,
  ...(Object.keys(COUNTS) as (keyof typeof COUNTS)[]),
  'env',
  'domain',
  'hostedZone',
  'consoleCertificate',
  'consoleOrigin',
  'authUrl',
  'key',
  'webAcl',
  'tenants',
  'alarms',
  'tags',
  'costCentre',
  'backup',
  'replicas',
  'issuers',
  'evidenceHost',
  'witnesses',
  'throttle',
  'reservedConcurrency',
  'logRetentionDays',
  'settleSeconds',
  'periodSettleSeconds',
  'webhookReach',
  'canary',
] as const satisfies readonly (keyof StageSettings)[];

const KEY_ARN = {
  pattern: /^arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\//,
  what: 'a key or the ARN of one (arn:aws:kms:…:key/…)',
};

/** The time of a function at most, and the five seconds for which it caches settings. */
const LONGEST_POSTING_SECONDS = 34;

const OWN_TAGS = 'countinghouse:';

/** Throws, in a sentence that names the property, for settings that no stage can have. */
export function refuseSettingsFaults(settings: StageSettings): void {
  requireMembers('the stage', settings, STAGE_SETTINGS);
  for (const name of SWITCHES) requireSwitch(name, settings[name]);
  for (const [name, [least, most]] of Object.entries(COUNTS)) {
    requireCount(name, settings[name as keyof typeof COUNTS], least, most);
  }
  requireLimit('throttle', settings.throttle);
  requireOrigin(settings.consoleOrigin);
  requireAddress('authUrl', settings.authUrl);
  requireLogHost(settings.evidenceHost);
  refuseAddressFaults(settings);
  refuseWebAclFaults(settings.webAcl);
  refuseTenantFaults(settings.tenants);
  refuseReservationFaults(settings.reservedConcurrency ?? {});
  refuseAlarmFaults(settings.alarms);
  refuseBackupFaults(settings.backup);
  refuseReplicaFaults(settings.replicas ?? {});
  refuseIssuerFaults(settings);
  refuseWitnessFaults(settings);
  refuseCanaryFaults(settings);
  refuseReachFaults(settings);
  refuseTagFaults(settings);
  refuseRegionFaults(settings);
  refuseSettleFaults(settings);
  refuseRetentionFaults(settings);
}

// The authorizer would refuse to start, and no request would pass.
function refuseIssuerFaults({ issuers = [] }: StageSettings): void {
  issuers.forEach(refuseUnknownMembers);
  // An address of the same application is known only at the deployment.
  const known = issuers.filter((issuer) => !Token.isUnresolved(JSON.stringify(issuer)));
  if (known.length > 0) readIssuerList(known);
}

function refuseWitnessFaults({ witnesses = [] }: StageSettings): void {
  if (!witnesses.every(({ url }) => URL.canParse(url) && isSafe(new URL(url))))
    throw new Error('the url of a witness must be https');
}

// With a misspelt value no one would watch.
function refuseCanaryFaults({ canary = 'none' }: StageSettings): void {
  if (!['none', 'watches', 'gates'].includes(canary))
    throw new Error('canary must be none, watches or gates');
}

// On AWS, the own machine of a function is that on which all requests of others run too.
function refuseReachFaults({ webhookReach = 'INTERNET', disposable = false }: StageSettings): void {
  if (!['INTERNET', 'LOOPBACK'].includes(webhookReach))
    throw new Error('webhookReach must be INTERNET or LOOPBACK');
  if (webhookReach === 'LOOPBACK' && !disposable)
    throw new Error('webhookReach LOOPBACK is for a disposable stage on one machine');
}

function refuseTagFaults({ tags = {} }: StageSettings): void {
  const taken = Object.keys(tags).filter((tag) => tag.startsWith(OWN_TAGS));
  if (taken.length > 0) {
    throw new Error(`tags: ${taken.join(', ')} is a tag of the stage; see costCentre`);
  }
}

// What is beside a stage must be in its region.
function refuseRegionFaults({ env, key, webAcl, alarms }: StageSettings): void {
  requireMembers('env', env, ['account', 'region']);
  if (env !== undefined && !(env.account && env.region)) {
    throw new Error('env needs account and region');
  }
  if (typeof key === 'string') requireArn('key', key, KEY_ARN);
  const topics = alarms?.topics ?? [];
  const placed = { key, webAcl, ...Object.fromEntries(topics.map((arn) => [`topic ${arn}`, arn])) };
  for (const [name, arn] of Object.entries(placed)) {
    if (typeof arn !== 'string' || env === undefined || Token.isUnresolved(arn)) continue;
    const [, , , region] = arn.split(':');
    if (region === env.region || Token.isUnresolved(env.region)) continue;
    throw new Error(`${name} is in ${region}, and the stage in ${env.region}`);
  }
}

// A posting may decide on settings of its cache and use all the time of its function (ADR 088). An export waits for
// half of its time after the last moment that it covers; the other half is for clocks that differ (ADR 048).
function refuseSettleFaults(settings: StageSettings): void {
  const { disposable, settleSeconds = 120, periodSettleSeconds = 120 } = settings;
  if (disposable) return;
  requireAbove('settleSeconds', settleSeconds, LONGEST_POSTING_SECONDS * 2);
  requireAbove('periodSettleSeconds', periodSettleSeconds, LONGEST_POSTING_SECONDS);
}

function requireAbove(name: string, seconds: number, least: number): void {
  if (seconds > least) return;
  throw new Error(`${name} must be above ${least}: a posting in flight would be left out`);
}

function refuseRetentionFaults({ logRetentionDays: days }: StageSettings): void {
  if (days === undefined || Object.values(RetentionDays).includes(days)) return;
  throw new Error(`logRetentionDays: CloudWatch has no retention of ${days} days (365 is one)`);
}
