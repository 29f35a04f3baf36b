// Measures what the read models cost: projects a stream batch of each mutation of the bill and counts
// the units of the projector.
import { openLocalProjections } from '../../commands/projections/connect.ts';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { readReceiptEvents } from '../../functions/ledger/commit/receipt-feed.ts';
import { scanPage } from '../../functions/ledger/projections/segments.ts';
import type { Key } from '../../functions/ledger/store/keys.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { projectStreamBatch } from '../../functions/projections/project-stream-batch.ts';
import type { ReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import { startEngine } from '../../local/engines/engine.ts';
import { createTemporaryFolder } from '../../local/files/temporary-folder.ts';
import { startProduct } from '../bench/load/running-product.ts';
import type { ProductCall } from '../bench/load/running-product.ts';
import { buildSampleRequests } from '../bench/load/sample-requests.ts';
import { sumConsumption } from '../metering/consumption.ts';
import type { Consumption } from '../metering/consumption.ts';
import { startMeteringProxy } from '../metering/metering-proxy.ts';
import type { MeteringProxy } from '../metering/metering-proxy.ts';
import { ASSUMPTIONS, CALLS_PER_THOUSAND_TRANSFERS } from './institutions.ts';

/** What the projector consumes for a stream batch of receipts of one operation. */
export type MeasuredProjections = Readonly<Partial<Record<OperationName, Consumption>>>;

/** Requires an engine that counts units as DynamoDB does. */
export async function measureProjections(
  progress: (line: string) => void,
): Promise<MeasuredProjections> {
  const folder = createTemporaryFolder('countinghouse-costs-');
  const engine = await startEngine({ kind: 'dynoxide' });
  const proxy = await startMeteringProxy(engine.endpoint);
  try {
    // The batches are composed here.
    const flags = ['--no-streams'];
    const product = await startProduct({ folder: folder.path, engine: engine.endpoint, flags });
    const store = openLocalProjections({ ...product.stack.ledger, endpoint: proxy.endpoint });
    try {
      const samples = buildSampleRequests(product);
      const projector = new MeteredProjector(store, proxy);
      const measured: [OperationName, Consumption][] = [];
      for (const name of listBilledMutations()) {
        progress(`projecting ${name}`);
        const calls: ProductCall[] = [];
        for (let call = 0; call < ASSUMPTIONS.receiptsPerBatch; call += 1) {
          calls.push(await samples.next(name));
        }
        await projector.projectNext();
        for (const call of calls) await product.requireSuccess(call);
        measured.push([name, await projector.projectNext()]);
      }
      return Object.fromEntries(measured) as MeasuredProjections;
    } finally {
      store.documents.destroy();
      await product.stop();
    }
  } finally {
    await proxy.stop();
    await engine.stop();
    folder.remove();
  }
}

function listBilledMutations(): OperationName[] {
  const names = Object.keys(CALLS_PER_THOUSAND_TRANSFERS) as OperationName[];
  return names.filter((name) => operations[name].idempotent);
}

class MeteredProjector {
  readonly #store: Store;
  readonly #proxy: MeteringProxy;
  readonly #projected = new Set<string>();

  constructor(store: Store, proxy: MeteringProxy) {
    this.#store = store;
    this.#proxy = proxy;
  }

  /** Projects in one stream batch all receipts since the last one. */
  async projectNext(): Promise<Consumption> {
    const records = (await readReceiptRecords(this.#store)).filter(
      ({ partition }) => !this.#projected.has(partition),
    );
    for (const { partition } of records) this.#projected.add(partition);
    this.#proxy.take();
    const { failed } = await projectStreamBatch(this.#store, records);
    if (failed.length > 0) throw new Error('The projector could not apply all events.');
    return sumConsumption(this.#proxy.take());
  }
}

async function readReceiptRecords(store: Store): Promise<ReceiptRecord[]> {
  const records: ReceiptRecord[] = [];
  let start: Key | undefined;
  do {
    const { items, next } = await scanPage(store, store.receiptsTable, {
      segment: 0,
      of: 1,
      start,
    });
    for (const item of items) {
      const arrivedAt = new Date(String(item['at']));
      records.push({ partition: item.PK, arrivedAt, receipt: readReceiptEvents(item) });
    }
    start = next;
  } while (start);
  return records.toSorted((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime());
}
