// The checker of the books, pointed at the tables of a test.
import { expect } from '@jest/globals';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { verifyBooks } from '../../../functions/verification/verify.ts';
import type { Verdict } from '../../../functions/verification/verify.ts';
import type { Verification } from '../../../functions/verification/audit-run.ts';
import { booksHere } from '../../../commands/verification/connect.ts';
import type { BooksPlace } from '../../../commands/verification/connect.ts';
import { engineEndpoint } from '../stack/tables.ts';

type Options = Omit<Verification, 'store'>;

interface Tables {
  readonly ledger: string;
  readonly receipts: string;
}

export function verify(tables: Tables, options: Options = {}): Promise<Verdict> {
  return verifyPlace(placeOf(tables), options);
}

/** A store that many verifications of one tenant each may share. */
export function openBooks(tables: Tables): Store {
  return booksHere(placeOf(tables));
}

function placeOf({ ledger: ledger_table, receipts: receipts_table }: Tables): BooksPlace {
  return { ledger_table, receipts_table, endpoint: engineEndpoint() };
}

async function verifyPlace(place: BooksPlace, options: Options): Promise<Verdict> {
  const store = booksHere(place);
  try {
    return await verifyBooks({ store, settleMilliseconds: 0, ...options });
  } finally {
    store.documents.destroy();
  }
}

/** Fails with every difference in the books. */
export async function expectVerified(place: BooksPlace): Promise<void> {
  const { differences, isFinished } = await verifyPlace(place, {});
  expect({ differences, isFinished }).toEqual({ differences: [], isFinished: true });
}
