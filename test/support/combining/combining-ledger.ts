// A ledger whose postings combine, and what its tests ask of it (ADR 125).
import { expect } from '@jest/globals';
import { expectSoundLedger } from '../invariants/invariants.ts';
import { verifyTables } from '../invariants/verification.ts';
import { openAccount, startWatchedLedger } from '../stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../stack/ledger.ts';
import { markContended } from './queues.ts';

export interface CombiningLedger {
  readonly ledger: WatchedLedger;
  /** Posts an entry, with time enough on a slow machine. */
  post(options: CallOptions): Promise<CallAnswer>;
  readBalance(tenant: string, accountId: string): Promise<string>;
  /** Opens an account in a tenant of its own, so that faults can be injected for it alone. */
  openContended(tenant: string): Promise<string>;
  /** Ends the ledger, and expects that all of it is sound. */
  stop(): Promise<void>;
}

export async function startCombiningLedger(): Promise<CombiningLedger> {
  const ledger = await startWatchedLedger({ combines: true });
  return {
    ledger,
    post: (options) => ledger.call('postJournalEntry', { remainingMs: 60_000, ...options }),
    readBalance: async (tenant, accountId) =>
      (await ledger.call('getAccountBalance', { tenant, path: { accountId } })).body.balance,
    openContended: async (tenant) => {
      const account = await openAccount(ledger, { tenant });
      await markContended(ledger, account, tenant);
      return account;
    },
    stop: async () => {
      ledger.proxy.heal();
      await expectSoundLedger(ledger.tables.ledger);
      const { differences } = await verifyTables(ledger.tables);
      await ledger.stop();
      expect(differences).toEqual([]);
    },
  };
}

export const isReplayed = ({ headers }: CallAnswer): boolean =>
  headers['Idempotency-Replayed'] === 'true';
