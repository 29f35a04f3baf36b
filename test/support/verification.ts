// The checker of the books, pointed at the tables of a test.
import { expect } from '@jest/globals';
import { verifyBooks } from '../../functions/verification/verify.ts';
import type { Verdict, Verification } from '../../functions/verification/verify.ts';
import { booksHere } from '../../lib/verification/connect.ts';
import type { LedgerPlace } from '../../lib/verification/connect.ts';
import { engineEndpoint } from './tables.ts';

type Options = Omit<Verification, 'store'>;

export function verify(
  tables: { ledger: string; receipts: string },
  options: Options = {},
): Promise<Verdict> {
  const { ledger: ledger_table, receipts: receipts_table } = tables;
  return verifyPlace({ ledger_table, receipts_table, endpoint: engineEndpoint() }, options);
}

async function verifyPlace(place: LedgerPlace, options: Options): Promise<Verdict> {
  const store = booksHere(place);
  try {
    return await verifyBooks({ store, settleMilliseconds: 0, ...options });
  } finally {
    store.documents.destroy();
  }
}

/** Fails with every difference in the books. */
export async function expectVerified(place: LedgerPlace): Promise<void> {
  const { differences, isFinished } = await verifyPlace(place, {});
  expect({ differences, isFinished }).toEqual({ differences: [], isFinished: true });
}
