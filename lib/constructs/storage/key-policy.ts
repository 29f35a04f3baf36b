import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Stage } from '../../config/stages.ts';
import { buildFirewallLogName } from '../../config/firewalls.ts';

/**
 * Lets the services that write under the key use it. A key that is given by its ARN keeps its policy, which has to
 * say the same (docs/embedding.md).
 */
export function permitServices(key: IKey, stage: Stage): void {
  const stack = Stack.of(key);
  const group = (resourceName: string) =>
    stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const own = group(`countinghouse-${stage.name}-*`);
  const groups = stage.firewall ? [own, group(buildFirewallLogName(stage.name))] : own;
  key.addToResourcePolicy(
    new PolicyStatement({
      actions: [
        'kms:Encrypt',
        'kms:Decrypt',
        'kms:ReEncrypt*',
        'kms:GenerateDataKey*',
        'kms:Describe*',
      ],
      resources: ['*'],
      principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
      conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
    }),
  );
  // CloudWatch publishes alarms to a topic that this key encrypts.
  permitService(key, 'cloudwatch.amazonaws.com');
  // EventBridge sends what a function did not take to a queue that this key encrypts.
  permitService(key, 'events.amazonaws.com');
}

function permitService(key: IKey, service: string): void {
  key.addToResourcePolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      principals: [new ServicePrincipal(service)],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(key).account } },
    }),
  );
}
