// Settings that change while a run lasts make no difference: what was read before the change and after it is not of
// the same period.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { CheckpointStore } from '../../../functions/verification/segments/run-plan.ts';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import {
  books,
  putItem,
  readLedger,
  requireRecord,
  useCorruptibleLedger,
} from '../../support/invariants/corrupted-records.ts';
import { buildMemoryCheckpoints, verifySegments } from '../../support/invariants/segments.ts';
import { openStore } from '../../support/invariants/verification.ts';
import { asTenant, credit, openAccount } from '../../support/stack/ledger.ts';

useCorruptibleLedger();

test('control accounts that are enforced while the run lasts', async () => {
  const { tenant } = books;
  const accounts: string[] = [];
  for (let opened = 0; opened < 4; opened += 1) {
    accounts.push(await openAccount(readLedger(), { tenant, funds: '9.00' }));
  }
  const post = async (amount: string) => {
    for (const account of accounts) {
      await readLedger().call('postJournalEntry', { tenant, body: credit(account, amount) });
    }
  };
  const enforce = async () => {
    await post('30.00');
    await applySettings(asTenant(readLedger(), tenant), { control_accounts: 'ENFORCED' });
    const settings = await requireRecord('GLS', () => true);
    // As if half a minute had passed since: what is posted from here on is enforced.
    await putItem({ ...settings, updated_at: new Date(Date.now() - 29_900).toISOString() });
    await sleep(200);
    await post('50.00');
  };
  const memory = buildMemoryCheckpoints();
  let writes = 0;
  const checkpoints: CheckpointStore = {
    ...memory,
    write: async (name, bytes) => {
      await memory.write(name, bytes);
      writes += 1;
      if (writes === 2) await enforce();
    },
  };
  const store = openStore(readLedger().tables);

  const work = { segments: 1, records: 1, checkpoints };
  const { differences } = await verifySegments({ store, tenant }, work);

  store.documents.destroy();
  expect(writes).toBeGreaterThan(2);
  expect(differences.filter(({ check }) => check === 'control-accounts')).toEqual([]);
});
