import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IdentityTable } from './identity-table.ts';

export type IdentityWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const ATTEMPTS_MAX = 4;
const FIRST_DELAY_MS = 50;

/**
 * Writes all or nothing and returns whether the conditions held. A transaction that conflicts with
 * another one has written nothing and is retried.
 */
export async function commitIdentityWrites(
  table: IdentityTable,
  writes: readonly IdentityWrite[],
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: [...writes] }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
      if (reasons.includes('ConditionalCheckFailed')) return false;
      if (!reasons.includes('TransactionConflict') || attempt === ATTEMPTS_MAX) throw error;
      await sleep(Math.random() * FIRST_DELAY_MS * 2 ** (attempt - 1));
    }
  }
}
