// The alarms of the daily backups, for a stage that has them.
import { ONCE } from './alarm-rule.ts';
import type { AlarmRules } from './alarm-rule.ts';
import { buildSumMetric, buildTotalMetric, HOUR } from './metrics.ts';

/** The vault of a stage, and that of its copies. */
export interface BackupVaults {
  readonly own: string;
  readonly copies?: string;
}

export function buildBackupAlarms(vaults: BackupVaults | undefined): AlarmRules {
  if (vaults === undefined) return {};
  const { own, copies } = vaults;
  const count = (metricName: string, BackupVaultName: string) =>
    buildSumMetric('AWS/Backup', metricName, { BackupVaultName }).with({ period: HOUR });
  const once = { ...ONCE, threshold: 1 };
  return {
    'backups-fail': {
      ...once,
      metric: buildTotalMetric(
        {
          failed: count('NumberOfBackupJobsFailed', own),
          expired: count('NumberOfBackupJobsExpired', own),
          aborted: count('NumberOfBackupJobsAborted', own),
        },
        'not backed up',
        HOUR,
      ),
      impact:
        'Nothing yet: a table has no backup of last night, and only point-in-time recovery has the day.',
    },
    ...(copies !== undefined && {
      'backup-copies-fail': {
        ...once,
        // It is not documented which of the two vaults a failed copy counts for.
        metric: buildTotalMetric(
          {
            sent: count('NumberOfCopyJobsFailed', own),
            ...(copies !== own && { received: count('NumberOfCopyJobsFailed', copies) }),
          },
          'not copied',
          HOUR,
        ),
        impact: 'Nothing yet: without the region or the account, the last days would be lost.',
      },
    }),
  };
}
