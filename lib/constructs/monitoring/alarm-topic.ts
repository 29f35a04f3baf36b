import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';

export interface AlarmTopicProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** The topic that alarms are published to; the institution can add subscribers. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { stage, key }: AlarmTopicProps) {
    super(scope, id, { masterKey: key, enforceSSL: true });
    if (stage.alarmEmail !== undefined) {
      this.addSubscription(new EmailSubscription(stage.alarmEmail));
      acknowledge(this, PLACED_RULES.mailedAlarms);
    }
    this.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }
}
