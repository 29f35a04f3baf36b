import { ArnFormat, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { CfnBackupVault, LockConfiguration } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { BackupSettings } from '../config/backups.ts';
import type { Stage } from '../config/stages.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { acknowledge } from '../constructs/findings/acknowledge.ts';
import type { BackupVaults } from '../constructs/monitoring/backup-alarms.ts';
import { PLACED_RULES } from '../constructs/findings/acknowledged-rules.ts';
import { STORED_TABLES } from '../constructs/storage/stored-tables.ts';
import { referToTable } from '../constructs/storage/replaceable-table.ts';

export interface BackupStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly backup: BackupSettings;
}

/** After the verification of the night, whose verdict then holds for what is backed up. */
const DAILY = Schedule.cron({ hour: '3', minute: '17' });

const ALL_POINTS = {
  service: 'backup',
  resource: 'recovery-point',
  resourceName: '*',
  arnFormat: ArnFormat.COLON_RESOURCE_NAME,
};

const OWN_POINTS = 'arn:<AWS::Partition>:backup:<AWS::Region>:<AWS::AccountId>:recovery-point:*';

/** The records. Read models are rebuilt from them, and a stage without its webhooks table signs with new secrets (ADR 129). */
const BACKED_UP = ['ledger', 'receipts', 'identity'] as const;

/** Daily backups of the tables by AWS Backup, in a vault that can be locked, with copies elsewhere. */
export class BackupStack extends Stack {
  /** By their names, which are known before the deployment. */
  readonly vaults: BackupVaults;

  constructor(scope: Construct, id: string, props: BackupStackProps) {
    super(scope, id, props);
    const { stage, key, backup } = props;
    const tables = BACKED_UP.map((name) => referToTable(this, stage, name));
    const lockConfiguration = buildLock(backup);
    const vault = new BackupVault(this, 'Vault', {
      encryptionKey: key,
      removalPolicy: stage.dataRemoval,
      ...(lockConfiguration && { lockConfiguration }),
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: `countinghouse-${stage.name}`,
      backupPlanRules: [this.#dailyRule(vault, backup)],
    });
    plan.addSelection('Tables', {
      role: this.#role(tables, vault, props),
      disableDefaultBackupPolicy: true,
      resources: tables.map(({ tableArn }) => BackupResource.fromArn(tableArn)),
    });
    new CfnOutput(this, 'BackupVault', { value: vault.backupVaultName });
    const [, copies] = /:backup-vault:(.+)$/.exec(backup.copyTo ?? '') ?? [];
    const { backupVaultName: own } = vault.node.defaultChild as CfnBackupVault;
    this.vaults = { own, ...(copies !== undefined && { copies }) };
  }

  #dailyRule(backupVault: BackupVault, { retentionDays, copyTo }: BackupSettings): BackupPlanRule {
    const deleteAfter = Duration.days(retentionDays);
    return new BackupPlanRule({
      ruleName: 'daily',
      backupVault,
      scheduleExpression: DAILY,
      // Ledger and receipts are of the same second only by point-in-time recovery; these start together.
      startWindow: Duration.hours(1),
      completionWindow: Duration.hours(8),
      deleteAfter,
      ...(copyTo !== undefined && {
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', copyTo),
            deleteAfter,
          },
        ],
      }),
    });
  }

  // The managed policy of AWS grants the same on every resource of the account.
  #role(
    tables: readonly ITable[],
    vault: BackupVault,
    { key, backup: { copyTo } }: BackupStackProps,
  ): Role {
    const arns = tables.map(({ tableArn }) => tableArn);
    const backups = arns.map((arn) => `${arn}/backup/*`);
    const statements = [
      buildAllowStatement(
        [
          'dynamodb:DescribeTable',
          'dynamodb:CreateBackup',
          'dynamodb:StartAwsBackupJob',
          'dynamodb:ListTagsOfResource',
        ],
        arns,
      ),
      buildAllowStatement(['dynamodb:DescribeBackup', 'dynamodb:DeleteBackup'], backups),
      buildAllowStatement(
        ['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault'],
        [vault.backupVaultArn, ...(copyTo === undefined ? [] : [copyTo])],
      ),
      ...(copyTo === undefined
        ? []
        : [buildAllowStatement(['backup:CopyFromBackupVault'], [vault.backupVaultArn])]),
      // A backup has the tags of its table: AWS Backup fails a job whose role may not set them.
      buildAllowStatement(['backup:TagResource'], listPoints(this.formatArn(ALL_POINTS), copyTo)),
      ...buildKeyStatements(key),
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      inlinePolicies: { Own: new PolicyDocument({ statements }) },
    });
    acknowledgeBackups(role);
    for (const points of listPoints(OWN_POINTS, copyTo))
      acknowledge(role, PLACED_RULES.namesByStart, `Resource::${points}`);
    return role;
  }
}

function buildKeyStatements(key: IKey): PolicyStatement[] {
  return [
    buildAllowStatement(
      [
        'kms:DescribeKey',
        'kms:Decrypt',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      [key.keyArn],
    ),
    new PolicyStatement({
      actions: ['kms:CreateGrant'],
      resources: [key.keyArn],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    }),
  ];
}

function buildLock({ retentionDays, lock }: BackupSettings): LockConfiguration | undefined {
  if (lock === undefined) return undefined;
  const minRetention = Duration.days(retentionDays);
  const { graceDays } = lock;
  return {
    minRetention,
    ...(graceDays !== undefined && { changeableFor: Duration.days(graceDays) }),
  };
}

/** The recovery points of the vault's account and region, and of those of its copies. */
function listPoints(own: string, copyTo: string | undefined): string[] {
  const copies = copyTo?.replace(/:backup-vault:.*$/, ':recovery-point:*');
  return copies === undefined || copies === own ? [own] : [own, copies];
}

function acknowledgeBackups(role: Role): void {
  const all = 'arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table';
  for (const name of BACKED_UP) {
    const { id } = STORED_TABLES[name];
    acknowledge(role, PLACED_RULES.namesByStart, `Resource::${all}/<${id}Table>/backup/*`);
  }
}
