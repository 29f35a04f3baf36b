// Lists the permissions that calls need, for services that use the JSON protocol with X-Amz-Target.
import type { Deployment } from '../cloudformation/deployment.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { TABLE_TYPES } from '../engines/tables.ts';
import { buildKeyArn, KEY_TYPE } from '../keys/key-management.ts';
import { buildDynamoDbNeeds } from './dynamodb-permissions.ts';
import type { ServiceNeeds } from './dynamodb-permissions.ts';
import type { IamNeed } from './policy-evaluation.ts';

/** Returns undefined for an unknown call. */
export type TargetNeeds = (target: string, input: JsonObject) => IamNeed[] | undefined;

export function buildJsonNeeds(deployment: Deployment): TargetNeeds {
  const secrets = deployment.ofType('AWS::SecretsManager::Secret');
  const keys = deployment.ofType(KEY_TYPE);
  const queues = deployment.ofType('AWS::SQS::Queue');
  const buses = deployment.ofType('AWS::Events::EventBus');
  const services: Record<string, ServiceNeeds> = {
    DynamoDB_20120810: buildDynamoDbNeeds(deployment.ofType(...TABLE_TYPES)),
    secretsmanager(operation, { SecretId: id }) {
      const found = secrets.find(({ ref, properties }) => id === ref || id === properties.Name);
      return [{ action: `secretsmanager:${operation}`, resource: found?.ref ?? String(id) }];
    },
    TrentService(operation, { KeyId: id }) {
      const found = keys.find((key) => id === key.ref || id === buildKeyArn(key));
      return [{ action: `kms:${operation}`, resource: found ? buildKeyArn(found) : String(id) }];
    },
    AmazonSQS(operation, { QueueUrl: url }) {
      const name = String(url).slice(String(url).lastIndexOf('/') + 1);
      const found = queues.find(({ ref }) => ref.endsWith(`/${name}`));
      const { region = '', account = '' } = found ?? {};
      return [{ action: `sqs:${operation}`, resource: `arn:aws:sqs:${region}:${account}:${name}` }];
    },
    AWSStepFunctions(operation, { stateMachineArn, executionArn }) {
      const resource = stateMachineArn ?? executionArn;
      if (resource === undefined) return undefined;
      return [{ action: `states:${operation}`, resource: String(resource) }];
    },
    AWSEvents(operation, { Entries: entries }) {
      if (operation !== 'PutEvents' || !Array.isArray(entries)) return undefined;
      return entries.map((entry) => {
        const bus = String((entry as JsonObject).EventBusName ?? 'default');
        const found = buses.find(({ ref }) => ref === bus || bus.endsWith(`:event-bus/${ref}`));
        const { region = '', account = '', ref = bus } = found ?? {};
        const resource = `arn:aws:events:${region}:${account}:event-bus/${ref}`;
        return { action: 'events:PutEvents', resource };
      });
    },
  };
  return (target, input) => {
    const [service = '', operation = ''] = target.split('.');
    const needsOf = Object.hasOwn(services, service) ? services[service] : undefined;
    return needsOf?.(operation, input);
  };
}
