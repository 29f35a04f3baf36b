// The verification of the ledger on the tables of a test.
import { expect } from '@jest/globals';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { verifyLedger } from '../../../functions/verification/verify.ts';
import type { VerificationVerdict } from '../../../functions/verification/verify.ts';
import type { Verification } from '../../../functions/verification/audit-run.ts';
import { openLocalStore } from '../../../commands/verification/connect.ts';
import type { StoreConnection } from '../../../commands/verification/connect.ts';
import { readEngineEndpoint } from '../stack/tables.ts';

type VerificationOptions = Omit<Verification, 'store'>;

interface VerifiedTables {
  readonly ledger: string;
  readonly receipts: string;
  /** Absent if the general ledger is not to be verified. */
  readonly projections?: string;
}

export function verifyTables(
  tables: VerifiedTables,
  options: VerificationOptions = {},
): Promise<VerificationVerdict> {
  return verifyConnection(buildConnection(tables), options);
}

/** A store that many verifications of one tenant each may share. */
export function openStore(tables: VerifiedTables): Store {
  return openLocalStore(buildConnection(tables));
}

function buildConnection({
  ledger: ledger_table,
  receipts: receipts_table,
  projections: projections_table,
}: VerifiedTables): StoreConnection {
  const connection = { ledger_table, receipts_table, endpoint: readEngineEndpoint() };
  return projections_table === undefined ? connection : { ...connection, projections_table };
}

async function verifyConnection(
  connection: StoreConnection,
  options: VerificationOptions,
): Promise<VerificationVerdict> {
  const store = openLocalStore(connection);
  try {
    return await verifyLedger({ store, settleMs: 0, ...options });
  } finally {
    store.documents.destroy();
  }
}

/** Fails with all differences of the ledger. */
export async function expectVerified(connection: StoreConnection): Promise<void> {
  const { differences, isFinished } = await verifyConnection(connection, {});
  expect({ differences, isFinished }).toEqual({ differences: [], isFinished: true });
}
