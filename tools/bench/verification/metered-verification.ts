// What a verification reads of the store, which AWS charges for: counted on the engine, with a small ledger in it.
import { verifyLedger } from '../../../functions/verification/verify.ts';
import { sumConsumption } from '../../metering/consumption.ts';
import type { Consumption } from '../../metering/consumption.ts';
import { startMeteringProxy } from '../../metering/metering-proxy.ts';
import { startInMemoryEngine } from '../baselines/fresh-engine.ts';
import type { BenchContext } from '../report/measurement.ts';
import { ENTRIES_PER_PAIR } from './generated-ledger.ts';
import { fillBooks, fillEngine, openGeneratedStore } from './generated-store.ts';

const PAIRS = 4;

export interface MeteredVerification extends Consumption {
  readonly accountEntries: number;
}

/** Writes a small ledger into an engine, and counts what its verification reads. */
export async function meterVerification(bench: BenchContext): Promise<MeteredVerification> {
  const engine = await startInMemoryEngine(bench);
  const proxy = await startMeteringProxy(engine.endpoint);
  try {
    await fillEngine(engine.endpoint, PAIRS);
    await fillBooks(engine.endpoint, PAIRS);
    const store = openGeneratedStore(proxy.endpoint);
    try {
      const { isSound, checked } = await verifyLedger({ store });
      const accountEntries = checked['account_entries'] ?? 0;
      if (!isSound || accountEntries !== PAIRS * ENTRIES_PER_PAIR) {
        throw new Error('The ledger in the engine is not sound.');
      }
      return { ...sumConsumption(proxy.take()), accountEntries };
    } finally {
      store.documents.destroy();
    }
  } finally {
    await proxy.stop();
    await engine.stop();
  }
}
