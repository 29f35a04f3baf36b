// What a receipt says that its mutation did to records: the other half of the table of records.
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { eventChanges } from './event-changes.ts';
import { readReceiptContent } from './receipt-content.ts';
import type { ReceiptContent } from './receipt-content.ts';
import type { Members } from './stored-record-form.ts';
import { listRecountedAccounts } from './recounted-accounts.ts';
import { buildCountedChange } from './record-change.ts';
import type { RecordChange } from './record-change.ts';

// Several checks read each receipt of a scan, one after the other.
const changesOf = new WeakMap<Item, readonly RecordChange[]>();

/** Everything that the mutation of the receipt did to records. Throws for one that cannot be read. */
export function listRecordChanges(tenant: string, item: Item): readonly RecordChange[] {
  const known = changesOf.get(item);
  if (known) return known;
  const changes = buildChanges(readReceiptContent(tenant, item));
  changesOf.set(item, changes);
  return changes;
}

function buildChanges(content: ReceiptContent): RecordChange[] {
  const { tenant } = content;
  return [
    ...content.events.flatMap((event) => eventChanges[event.type]?.(event, content) ?? []),
    ...listConfigurationChanges(content),
    ...listRecountedAccounts(content.events).map((account) =>
      buildCountedChange('OPL', keys.openLoans(tenant, account), account),
    ),
  ];
}

// The events are about the products; only the answer shows the configuration that they belong to.
function listConfigurationChanges(receipt: ReceiptContent): RecordChange[] {
  if (receipt.operation !== 'generateProductConfiguration') return [];
  // A request that a control has caught publishes nothing.
  if (!receipt.events.some(({ type }) => type === 'product.published')) return [];
  const { products, ...members } = receipt.answer as Members & {
    readonly products: readonly { readonly id: string }[];
  };
  return [
    {
      type: 'version',
      kind: 'CFG',
      key: keys.productConfiguration(receipt.tenant),
      about: 'product configuration',
      change: String(members['version']),
      since: '',
      members: { ...members, product_ids: products.map(({ id }) => id) },
    },
  ];
}
