// The disturbances of DynamoDB and its streams.
import type { StoreFault } from '../faults/store-faults.ts';
import { buildProductBody } from '../../samples/request-bodies.ts';
import { buildShareChooser } from './disturbance.ts';
import type { SoakDisturbance } from './disturbance.ts';

const TRANSACTIONS = /^TransactWriteItems /;
/** Requests for data and stream records; the creation of tables is not disturbed. */
const DATA = /Item|Query|Scan|GetRecords/;
const ONE_BY_ONE = /^(?:(?:Batch)?Get|Batch\w+|Put|Update|Delete)Items? |^Query|^Scan/;
const IN_REQUESTS = /^BatchGetItem |^Transact/;
const HOLD_MS = 100;
/** At the same time they meet at one item. */
const PUBLICATIONS = 4;
const PUBLICATION = {
  operation: 'upsertProduct',
  body: buildProductBody('soak-0', { type: 'SAVINGS', config: { overdraft_limit: '1.00' } }),
} as const;

interface StoreSettings {
  readonly share: number;
  readonly of: RegExp;
  readonly faults: readonly StoreFault[];
}

const disturbStore = (name: string, { share, of, faults }: StoreSettings): SoakDisturbance => ({
  name,
  start: ({ store }, occurrence) => {
    const { draw, hit } = occurrence;
    const isChosen = buildShareChooser(occurrence, share);
    store.add((call) => {
      if (!of.test(call) || !isChosen()) return undefined;
      hit(call.split(' ')[0] ?? call);
      return faults[Math.floor(draw() * faults.length)];
    });
  },
});

export const storeDisturbances: readonly SoakDisturbance[] = [
  disturbStore('conflicts', { share: 0.3, of: TRANSACTIONS, faults: ['conflict'] }),
  {
    name: 'locked items',
    start: ({ rig, load }, { hit }) => {
      rig.store.lockItems(HOLD_MS, () => hit('TransactWriteItems'));
      for (let count = 0; count < PUBLICATIONS; count += 1) load.send(PUBLICATION);
    },
  },
  disturbStore('throttled requests', {
    share: 0.12,
    of: ONE_BY_ONE,
    faults: ['throughput-exceeded', 'throttle'],
  }),
  disturbStore('throttled transactions', {
    share: 0.2,
    of: TRANSACTIONS,
    faults: ['throttled-transaction', 'throughput-exceeded'],
  }),
  disturbStore('lost answers of the store', { share: 0.2, of: TRANSACTIONS, faults: ['lost'] }),
  disturbStore('late answers of the store', {
    share: 0.05,
    of: IN_REQUESTS,
    faults: ['unanswered'],
  }),
  disturbStore('cut answers of the store', { share: 0.08, of: DATA, faults: ['cut'] }),
  disturbStore('broken connections of the store', { share: 0.08, of: DATA, faults: ['dead'] }),
  disturbStore('errors of the store', { share: 0.08, of: DATA, faults: ['unavailable'] }),
  disturbStore('transactions in progress', {
    share: 0.2,
    of: TRANSACTIONS,
    faults: ['in-progress'],
  }),
  disturbStore('calls that hang', { share: 0.05, of: IN_REQUESTS, faults: ['hang'] }),
  disturbStore('batches processed in part', {
    share: 0.4,
    of: /^Batch\w+ (?:[2-9]|\d\d)/,
    faults: ['partial'],
  }),
  disturbStore('expired stream iterators', {
    share: 0.3,
    of: /^GetRecords /,
    faults: ['expired-iterator'],
  }),
];
