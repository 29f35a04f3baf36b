import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TestLedger } from './ledger.ts';
import { directClient } from './tables.ts';

/** Sets an account's status past all operations: what matters is what they make of it. */
export async function setStatus(
  { tables }: TestLedger,
  accountId: string,
  status: string,
): Promise<void> {
  const client = directClient();
  await client.send(
    new UpdateCommand({
      TableName: tables.ledger,
      Key: { PK: `T#acme#BAL#${accountId}`, SK: 'B' },
      UpdateExpression: 'SET #status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status },
    }),
  );
  client.destroy();
}
