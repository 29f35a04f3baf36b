import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keys } from '../../../functions/ledger/store/keys.ts';
import type { Key } from '../../../functions/ledger/store/keys.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { openDirectClient } from '../stack/tables.ts';

/** Changes one attribute of a stored item directly, to test how operations react to it. */
export async function changeStoredAttribute(
  { tables }: TestLedger,
  key: Key,
  [name, value]: readonly [string, string],
): Promise<void> {
  const client = openDirectClient();
  await client.send(
    new UpdateCommand({
      TableName: tables.ledger,
      Key: { PK: key.PK, SK: key.SK },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
  client.destroy();
}

/** Sets the status of an account. */
export function setStatus(ledger: TestLedger, accountId: string, status: string): Promise<void> {
  return changeStoredAttribute(ledger, keys.balance('acme', accountId), ['status', status]);
}
