// Leaves the read models as a version without list projections left them.
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { deleteItems } from '../../../functions/ledger/projections/segments.ts';
import { openTestStore } from './tables.ts';
import { readAllItems } from '../stack/tables.ts';
import type { TestLedger } from '../stack/ledger.ts';

/** Removes all lists of the tenant, and what its status says of them. */
export async function forgetLists(ledger: TestLedger, tenant: string): Promise<void> {
  const store = openTestStore(ledger);
  const items = (await readAllItems(ledger.tables.projections)) as Item[];
  const listed = new RegExp(`^T#${tenant}#PRJ#\\w+_lists#`);
  await deleteItems(
    store,
    items.filter(({ PK }) => listed.test(PK)),
  );
  const place = { TableName: ledger.tables.projections };
  const Key = keys.projectionStatus(tenant);
  const { Item: stored } = await store.documents.send(new GetCommand({ ...place, Key }));
  const { complete: _, ...status } = JSON.parse(String(stored?.['status']));
  const earlier = { ...stored, status: JSON.stringify(status) };
  await store.documents.send(new PutCommand({ ...place, Item: earlier }));
}
