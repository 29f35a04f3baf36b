import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';

export interface KeptFailuresProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** The name of the function whose events it keeps. */
  readonly name: string;
}

/** SQS's maximum. */
export const FAILURES_KEPT_DAYS = 14;

/** The name of a function's queue, without the stage. Alarms and commands find it by this name. */
export function buildFailureQueueName(name: string): string {
  return `${name}-failures`;
}

/** Keeps the events that a function could not process, until someone has looked at them. */
export class KeptFailures extends Queue {
  constructor(scope: Construct, { stage, key, name }: KeptFailuresProps) {
    super(scope, 'Failures', {
      queueName: `${stage.name}-${buildFailureQueueName(name)}`,
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      retentionPeriod: Duration.days(FAILURES_KEPT_DAYS),
    });
    acknowledge(this, PLACED_RULES.deadLetters);
  }
}
