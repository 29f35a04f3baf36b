// Every account has its terms and its balance, and both are in one currency and of one product.
import type { Item } from '../../ledger/store/item.ts';
import { NOTHING } from '../difference.ts';
import { pairingCheck } from '../pairing.ts';
import type { Testimony } from '../pairing.ts';

export const accountTerms = pairingCheck({
  name: 'account-terms',
  record: {
    kinds: ['BAL'],
    testimonies: ({ item }) => [testimony(item, item.PK.split('#')[3] ?? '', 'terms')],
  },
  witness: {
    kinds: ['ACC'],
    testimonies: ({ item }) => [testimony(item, item.SK, 'balance')],
  },
});

function testimony(item: Item, id: string, missing: string): Testimony {
  return {
    name: id,
    since: id,
    kind: 'account',
    id,
    place: item,
    says: { currency: String(item['currency']), product_id: String(item['product_id']) },
    alone: { field: missing, stored: NOTHING, derived: `the account's ${missing}` },
  };
}
