// A ledger in which every posting waits for a second operator, and an account for them.
import { expect } from '@jest/globals';
import { verifyTables } from '../invariants/verification.ts';
import { credit, openAccount, startLedger } from '../stack/ledger.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { approveChange, putControls } from './controls.ts';

export interface ControlledPostings {
  readonly ledger: TestLedger;
  /** Requests a posting as `ada`; returns the id of the change request. */
  submit(): Promise<string>;
  /** Expects that the request is decided, and that nothing is posted. */
  expectEnded(requestId: string): Promise<void>;
  /** Stops the ledger, and fails if it has differences. */
  stop(): Promise<void>;
}

export async function startControlledPostings(): Promise<ControlledPostings> {
  const ledger = await startLedger();
  await putControls(ledger, [{ operation: 'postJournalEntry' }]);
  const accountId = await openAccount(ledger);
  return {
    ledger,
    async submit() {
      const { body } = await ledger.call('postJournalEntry', { body: credit(accountId, '5.00') });
      return body.id as string;
    },
    async expectEnded(requestId) {
      const late = await approveChange(ledger, requestId);
      expect(late).toMatchObject({ status: 409, body: { code: 'already_decided' } });
      const { body } = await ledger.call('getAccountBalance', { path: { accountId } });
      expect(body.balance).toBe('0.00');
    },
    async stop() {
      try {
        expect((await verifyTables(ledger.tables)).differences).toEqual([]);
      } finally {
        await ledger.stop();
      }
    },
  };
}
