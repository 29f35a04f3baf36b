// What a test of the ledger leaves behind: sound records without a difference, and no tables.
import { expect } from '@jest/globals';
import type { TestLedger } from '../stack/ledger.ts';
import { expectSoundLedger } from './invariants.ts';
import { verifyTables } from './verification.ts';

/** Expects the records of all tests of the file to be sound, and deletes the tables in any case. */
export async function stopSoundLedger(ledger: TestLedger): Promise<void> {
  try {
    await expectSoundLedger(ledger.tables.ledger);
    const { differences, isFinished } = await verifyTables(ledger.tables);
    expect({ differences, isFinished }).toEqual({ differences: [], isFinished: true });
  } finally {
    await ledger.stop();
  }
}
