// Sends recorded requests through the AWS SDK's client.
import {
  BatchGetItemCommand,
  DynamoDBClient,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type {
  BatchGetItemCommandInput,
  TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb';
import { omitRequestToken } from '../../../functions/ledger/commit/transaction/request-token.ts';
import type { RecordedRequest } from '../http/recording-proxy.ts';

/** Throws on a request that postings do not make. */
export function buildSdkCaller(
  endpoint: string,
): (request: RecordedRequest) => () => Promise<unknown> {
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });
  return ({ headers, body = '' }) => {
    const input: unknown = JSON.parse(body, reviveBinary);
    const target = headers['x-amz-target'];
    switch (target) {
      case 'DynamoDB_20120810.BatchGetItem':
        return () => client.send(new BatchGetItemCommand(input as BatchGetItemCommandInput));
      case 'DynamoDB_20120810.TransactWriteItems':
        return () => {
          const command = new TransactWriteItemsCommand(input as TransactWriteItemsCommandInput);
          // The recorded request has none either, and the engine slows down with each of them.
          omitRequestToken(command);
          return client.send(command);
        };
      default:
        throw new Error(`A posting sent the engine a ${target}.`);
    }
  };
}

// On the wire bytes are Base64.
function reviveBinary(name: string, value: unknown): unknown {
  return name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}
