// Which journal entries the general ledger includes.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { LEDGER_HEAD } from '../../domain/projections/general-ledger.ts';
import type { Session } from '../commit/session.ts';
import type { Item } from '../store/item.ts';
import { callStore } from '../store/store.ts';
import { buildRowKey, fromRowItem } from './general-ledger-items.ts';
import type { EntrySpans } from './general-ledger-items.ts';
import { requireProjectionsTable } from './items.ts';
import { readActiveGeneration } from './reads.ts';

/** The entries that the served generation includes: at most two requests. */
export async function readEntrySpans({ store, tenant }: Session): Promise<EntrySpans> {
  const { generation } = await readActiveGeneration(store, 'general_ledger');
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: buildRowKey({ tenant, generation }, LEDGER_HEAD),
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item ? (fromRowItem(item as Item).spans ?? {}) : {};
}
