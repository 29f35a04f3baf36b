// A combiner in a process of its own, which may end or wake late.
import { AccountQueue } from '../../../functions/ledger/commit/combining/account-queue.ts';
import { Combiner } from '../../../functions/ledger/commit/combining/combiner.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import { leadQueue } from './queues.ts';
import { startFaultProxy } from '../stack/fault-proxy.ts';
import type { TestLedger } from '../stack/ledger.ts';

const RUN_MS = 20_000;

/**
 * Takes the lease of the queue, until it expires. `run` combines until nothing waits or a call fails; its calls meet the
 * faults of its own proxy.
 */
export async function startRivalCombiner(ledger: TestLedger, accountId: string, tenant = 'acme') {
  const proxy = await startFaultProxy();
  const { ledger: ledgerTable, receipts: receiptsTable } = ledger.tables;
  const { intentsTable } = ledger;
  const configuration = { ledgerTable, receiptsTable, intentsTable, shards: 4 };
  const connection = { endpoint: proxy.endpoint, region: 'eu-central-1', maxAttempts: 1 };
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const store = openStore(configuration, { ...connection, credentials });
  const { handler } = await import('../../../functions/api/journal/post-journal-entry.ts');
  const queue = new AccountQueue(store, intentsTable, tenant, accountId);
  const holder = `rival of ${tenant}`;
  await leadQueue(ledger, accountId, { tenant, holder });
  const combiner = new Combiner(
    {
      store,
      tenant,
      queue,
      perform: (session, { request }, now) => handler.perform(session, request, now),
    },
    holder,
  );
  const run = () => combiner.run(Date.now() + RUN_MS);
  const expire = () => leadQueue(ledger, accountId, { tenant, until: 0n });
  const stop = async () => {
    store.documents.destroy();
    await proxy.stop();
  };
  return { proxy, run, expire, stop };
}
