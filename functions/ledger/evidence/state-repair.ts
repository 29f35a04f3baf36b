// Replaces the state of an evidence log by what its published log determines, after a restore of the tables
// (docs/runbook.md). Every write depends on the state that was read, so that it meets no sealer at work.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { BATCH_MINUTES_MAX, buildStateCondition } from './head.ts';
import { logHeadFields, sealedMinuteFields } from './items.ts';
import { evidenceKeys } from './keys.ts';

/** The state of the log is no longer the one that the repair started from. */
export class ChangedStateError extends Error {
  constructor(tenant: string) {
    super(`The state of the log of ${tenant} has changed meanwhile. Run the command again.`);
    this.name = 'ChangedStateError';
  }
}

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** A minute without leaves has no record. */
export type RepairedMinute = Pick<SealedMinute, 'minute'> & Partial<SealedMinute>;

/** Replaces or deletes records of minutes. Throws a ChangedStateError; those before it are replaced then. */
export async function repairMinutes(
  store: Store,
  tenant: string,
  head: LogHead | undefined,
  minutes: readonly RepairedMinute[],
): Promise<void> {
  const TableName = store.ledgerTable;
  for (let from = 0; from < minutes.length; from += BATCH_MINUTES_MAX) {
    const items: TransactItems = minutes
      .slice(from, from + BATCH_MINUTES_MAX)
      .map(({ minute, ranges, ...others }) => {
        const key = evidenceKeys.minute(tenant, minute);
        if (ranges === undefined) return { Delete: { TableName, Key: key } };
        return {
          Put: { TableName, Item: sealedMinuteFields.toItem(key, { minute, ranges, ...others }) },
        };
      });
    const check = { TableName, Key: evidenceKeys.head(tenant), ...buildStateCondition(head) };
    await transact(store, tenant, [...items, { ConditionCheck: check }]);
  }
}

/** Replaces the state itself. Throws a ChangedStateError. */
export async function repairHead(
  store: Store,
  tenant: string,
  { before, after }: { readonly before: LogHead | undefined; readonly after: LogHead },
): Promise<void> {
  const Item = logHeadFields.toItem(evidenceKeys.head(tenant), after);
  const put = { TableName: store.ledgerTable, Item, ...buildStateCondition(before) };
  await transact(store, tenant, [{ Put: put }]);
}

async function transact(store: Store, tenant: string, items: TransactItems): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems: items });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
  } catch (error) {
    if (error instanceof TransactionCanceledException) throw new ChangedStateError(tenant);
    throw error;
  }
}
