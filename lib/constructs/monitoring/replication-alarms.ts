// The alarm of what S3 copies elsewhere, for a stage with replicas.
import { Fn } from 'aws-cdk-lib';
import type { ReplicaSettings, Replicas } from '../../config/backups.ts';
import type { LockedBucket } from '../storage/locked-bucket.ts';
import { REPLICATION_RULE } from '../storage/replication.ts';
import { ONCE } from './alarm-rule.ts';
import type { AlarmRules } from './alarm-rule.ts';
import { buildSumMetric, buildTotalMetric, HOUR } from './metrics.ts';

/** The buckets that a stage can have copied. */
export type CopiedBuckets = Readonly<Record<keyof Replicas, Pick<LockedBucket, 'exportedArn'>>>;

export function buildReplicationAlarms(replicas: Replicas, buckets: CopiedBuckets): AlarmRules {
  const { artifacts, evidence } = replicas;
  const metrics = {
    ...(artifacts && { artifacts: countFailures(buckets.artifacts, artifacts) }),
    ...(evidence && { evidence: countFailures(buckets.evidence, evidence) }),
  };
  if (Object.keys(metrics).length === 0) return {};
  return {
    'replication-fails': {
      ...ONCE,
      threshold: 1,
      metric: buildTotalMetric(metrics, 'not replicated', HOUR),
      impact: 'Nothing yet: the copy in the other region or account lacks evidence or artifacts.',
    },
  };
}

// By the exported ARN: an export of the name would have to go, while it is still used, when a stage ends its replicas.
function countFailures({ exportedArn }: { exportedArn: string }, { bucket }: ReplicaSettings) {
  return buildSumMetric('AWS/S3', 'OperationsFailedReplication', {
    SourceBucket: Fn.select(5, Fn.split(':', Fn.importValue(exportedArn))),
    DestinationBucket: String(bucket.split(':')[5]),
    RuleId: REPLICATION_RULE,
  }).with({ period: HOUR });
}
