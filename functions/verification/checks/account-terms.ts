// Every account has terms and a balance record, both with the same currency and product.
import type { Item } from '../../ledger/store/item.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';

export const accountTerms = buildPairingCheck({
  name: 'account-terms',
  record: {
    kinds: ['BAL'],
    listFacts: ({ item }) => [toFact(item, item.PK.split('#')[3] ?? '', 'terms')],
  },
  witness: {
    kinds: ['ACC'],
    listFacts: ({ item }) => [toFact(item, item.SK, 'balance')],
  },
});

function toFact(item: Item, id: string, missing: string): Fact {
  return {
    name: id,
    since: id,
    kind: 'account',
    id,
    place: item,
    claims: { currency: String(item['currency']), product_id: String(item['product_id']) },
    alone: { field: missing, stored: NO_RECORD, derived: `the account's ${missing}` },
  };
}
