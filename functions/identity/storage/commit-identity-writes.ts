import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  TransactionCanceledException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IdentityTable } from './identity-table.ts';

export type IdentityWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const ATTEMPTS_MAX = 4;
const FIRST_DELAY_MS = 50;

/**
 * Writes all or nothing and returns whether the conditions held. A transaction that conflicts with
 * another one has written nothing and is retried. All attempts have one token: if an earlier one was
 * carried out and its answer lost, the store answers a later one with that success, and not with the
 * conditions that the earlier one has ended.
 */
export async function commitIdentityWrites(
  table: IdentityTable,
  writes: readonly IdentityWrite[],
): Promise<boolean> {
  const transaction = { TransactItems: [...writes], ClientRequestToken: randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand(transaction));
      return true;
    } catch (error) {
      if (listCancellationCodes(error).includes('ConditionalCheckFailed')) return false;
      if (!isTransient(error) || attempt === ATTEMPTS_MAX) throw error;
      await sleep(Math.random() * FIRST_DELAY_MS * 2 ** (attempt - 1));
    }
  }
}

function isTransient(error: unknown): boolean {
  return (
    // An earlier attempt is still under way.
    error instanceof TransactionInProgressException ||
    listCancellationCodes(error).includes('TransactionConflict')
  );
}

function listCancellationCodes(error: unknown): (string | undefined)[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}
