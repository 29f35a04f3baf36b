// Backups and copies, which a stage has if its file says so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { StageSettings } from '../../../lib/config/stage-settings.ts';
import { readStage } from '../../../lib/config/stages.ts';
import { RELEASE_CONTEXT } from '../../../tools/releases/kept-release.ts';
import { assembleForRun } from '../../support/stack/templates.ts';
import type { TemplateResourceView } from '../../support/stack/templates.ts';

const VAULT = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:ledger-copies';
const COPY = {
  bucket: 'arn:aws:s3:::evidence-copy',
  account: '210987654321',
  key: 'arn:aws:kms:eu-west-1:210987654321:key/0a1b',
};
const BACKUP = { retentionDays: 35, lock: { mode: 'COMPLIANCE', graceDays: 3 }, copyTo: VAULT };

/** With a key from elsewhere, no stack needs the key of the data stack. */
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b';

let dependencies: Record<string, readonly string[]>;
let backup: TemplateResourceView[];
let data: TemplateResourceView[];
let observability: TemplateResourceView[];
beforeAll(async () => {
  const replicas = {
    artifacts: { ...COPY, bucket: 'arn:aws:s3:::artifacts-copy' },
    evidence: COPY,
  };
  const settings = { ...RELEASE_CONTEXT.settings, backup: BACKUP, replicas, key: KEY };
  const folder = await assembleForRun({ ...RELEASE_CONTEXT, settings });
  const read = (part: string): TemplateResourceView[] => {
    const file = join(folder, `countinghouse-production-${part}.template.json`);
    return Object.values(JSON.parse(readFileSync(file, 'utf8')).Resources);
  };
  backup = read('backup');
  data = read('data');
  observability = read('observability');
  const { artifacts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  dependencies = Object.fromEntries(
    Object.entries<{ dependencies?: string[] }>(artifacts).map(([name, one]) => [
      name.replace('countinghouse-production-', ''),
      one.dependencies ?? [],
    ]),
  );
});

test.each(['identity', 'projections', 'backup'])('%s is deployed after what it reads', (part) => {
  expect(dependencies[part]).toContain('countinghouse-production-data');
});

const ofType = (resources: TemplateResourceView[], type: string) =>
  resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);

test('the vault is locked in compliance mode after the days of grace, and retained', () => {
  const [vault] = backup.filter(({ Type }) => Type === 'AWS::Backup::BackupVault');

  expect(vault?.DeletionPolicy).toBe('RetainExceptOnCreate');
  expect(vault?.Properties.LockConfiguration).toEqual({
    MinRetentionDays: 35,
    ChangeableForDays: 3,
  });
  expect(vault?.Properties.EncryptionKeyArn).toBeDefined();
});

test('each day the tables of records are backed up, and copied to the other vault', () => {
  const [plan] = ofType(backup, 'AWS::Backup::BackupPlan');
  const [selection] = ofType(backup, 'AWS::Backup::BackupSelection');

  expect(plan.BackupPlan.BackupPlanRule).toEqual([
    expect.objectContaining({
      Lifecycle: { DeleteAfterDays: 35 },
      CopyActions: [
        expect.objectContaining({
          DestinationBackupVaultArn: VAULT,
          Lifecycle: { DeleteAfterDays: 35 },
        }),
      ],
    }),
  ]);
  const tables = JSON.stringify(selection.BackupSelection.Resources);
  for (const table of ['LedgerTable', 'ReceiptsTable', 'IdentityTable'])
    expect(tables).toContain(`{"Ref":"${table}"}`);
});

test('a backup or a copy that fails is noticed', () => {
  const [{ BackupVaultName: own }] = ofType(backup, 'AWS::Backup::BackupVault');
  const alarms = ofType(observability, 'AWS::CloudWatch::Alarm');
  const watched = (name: string) =>
    alarms
      .filter(({ AlarmName }) => AlarmName === `production-${name}`)
      .flatMap(({ Metrics }) => Metrics)
      .flatMap(({ MetricStat }) => MetricStat ?? [])
      .map(({ Metric: { MetricName, Dimensions } }) => [MetricName, Dimensions[0].Value]);

  expect(watched('backups-fail')).toEqual([
    ['NumberOfBackupJobsFailed', own],
    ['NumberOfBackupJobsExpired', own],
    ['NumberOfBackupJobsAborted', own],
  ]);
  expect(watched('backup-copies-fail')).toEqual([
    ['NumberOfCopyJobsFailed', own],
    ['NumberOfCopyJobsFailed', 'ledger-copies'],
  ]);
});

test('AWS Backup may give backups and their copies the tags of the tables', () => {
  const [role] = ofType(backup, 'AWS::IAM::Role');
  const [{ PolicyDocument: policy }] = role.Policies;
  const resourceOf = (action: string): unknown[] =>
    policy.Statement.filter((one: { Action: string }) => one.Action === action).map(
      (one: { Resource: unknown }) => one.Resource,
    );

  expect(resourceOf('backup:TagResource')).toEqual([
    expect.arrayContaining([
      { 'Fn::Join': ['', expect.arrayContaining([':recovery-point:*'])] },
      'arn:aws:backup:eu-west-1:210987654321:recovery-point:*',
    ]),
  ]);
  expect(resourceOf('backup:CopyFromBackupVault')).toEqual([
    { 'Fn::GetAtt': [expect.stringMatching(/^Vault/), 'BackupVaultArn'] },
  ]);
});

test('an object that is not copied to the other account is noticed', () => {
  const [alarm] = ofType(observability, 'AWS::CloudWatch::Alarm').filter(
    ({ AlarmName }) => AlarmName === 'production-replication-fails',
  );
  const counted = alarm.Metrics.filter((one: object) => 'MetricStat' in one).map(
    (one: { MetricStat: { Metric: object } }) => one.MetricStat.Metric,
  );

  expect(counted).toHaveLength(2);
  for (const [index, name] of ['Artifacts', 'Evidence'].entries()) {
    const { Dimensions: dimensions, MetricName } = counted[index];
    const values = Object.fromEntries(
      dimensions.map((one: { Name: string; Value: unknown }) => [one.Name, one.Value]),
    );

    expect(MetricName).toBe('OperationsFailedReplication');
    expect(values).toEqual({
      SourceBucket: { 'Fn::Select': [5, { 'Fn::Split': [':', expect.anything()] }] },
      DestinationBucket: `${name.toLowerCase()}-copy`,
      RuleId: ofType(data, 'AWS::S3::Bucket')[index].ReplicationConfiguration.Rules[0].Id,
    });
    expect(JSON.stringify(values['SourceBucket'])).toContain(`ExportsOutputFnGetAtt${name}`);
  }
});

test('AWS Backup may read the tables and may not restore over them', () => {
  const [role] = ofType(backup, 'AWS::IAM::Role');
  const actions = JSON.stringify(role.Policies);

  expect(role.ManagedPolicyArns).toBeUndefined();
  expect(actions).toContain('dynamodb:StartAwsBackupJob');
  expect(actions).not.toMatch(/PutItem|DeleteItem|UpdateItem|DeleteTable|"Resource":"\*"/);
});

test('artifacts and evidence are copied with their locks, and deletions are not', () => {
  const buckets = ofType(data, 'AWS::S3::Bucket');

  expect(
    buckets.map((one) => one.ReplicationConfiguration.Rules[0].Destination.Bucket).sort(),
  ).toEqual(['arn:aws:s3:::artifacts-copy', 'arn:aws:s3:::evidence-copy']);
  for (const { ReplicationConfiguration: replication } of buckets) {
    expect(replication.Rules).toEqual([
      expect.objectContaining({
        Status: 'Enabled',
        DeleteMarkerReplication: { Status: 'Disabled' },
        SourceSelectionCriteria: { SseKmsEncryptedObjects: { Status: 'Enabled' } },
      }),
    ]);
  }
  const policies = ofType(data, 'AWS::IAM::Policy').map((policy) => JSON.stringify(policy));
  expect(policies.filter((one) => one.includes('s3:GetObjectRetention'))).toHaveLength(2);
});

test.each([
  [
    'backup without a retention',
    { backup: { lock: { mode: 'GOVERNANCE' } } },
    'needs retentionDays',
  ],
  ['a misspelt lock', { backup: { retentionDays: 35, lok: {} } }, 'unknown members of backup: lok'],
  [
    'a compliance lock without its days of grace',
    { backup: { retentionDays: 35, lock: { mode: 'COMPLIANCE' } } },
    'graceDays of the lock',
  ],
  [
    'a copy to no vault',
    { backup: { retentionDays: 35, copyTo: 'elsewhere' } },
    'ARN of a backup vault',
  ],
  [
    'a copy without a key',
    { replicas: { evidence: { ...COPY, key: undefined } } },
    'bucket and key',
  ],
  ['a copy of no bucket of ours', { replicas: { evidense: COPY } }, 'evidense'],
])('refuses %s', (_, settings, message) => {
  expect(() => readStage('production', settings as StageSettings)).toThrow(message);
});
