// The baseline of createAccount's cold start: the document client and one call that sends the same
// writes.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler(): Promise<{ statusCode: number }> {
  const items = ['R', 'A', 'B'].map((SK) => ({
    Put: {
      TableName: 'ledger',
      Item: { PK: 'T#bench#BAL#acc_0198', SK, name: 'Ada Lovelace', currency: 'EUR', balance: 0n },
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  }));
  await documents.send(new TransactWriteCommand({ TransactItems: items }));
  return { statusCode: 201 };
}
