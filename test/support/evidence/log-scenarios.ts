// Scenarios of the evidence log: what is in it, and what is not.
import { parseLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import { parseReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { findTile, formatTilePath } from '../../../functions/domain/evidence/tiles.ts';
import { postEntry } from '../fixtures/adjustments.ts';
import { credit, openAccount } from '../stack/ledger.ts';
import type { OperationCaller } from '../stack/ledger.ts';
import type { ScenariosByOperation, SealedRecords } from '../scenarios/scenario-records.ts';

/** Reads what the log says of a journal entry, once `seal` has sealed it. */
export async function readSealedRecords(
  caller: OperationCaller,
  entry: string,
  seal: () => Promise<unknown>,
): Promise<SealedRecords> {
  await seal();
  const proof = await caller.call('getEvidenceProof', { path: { id: entry } });
  const { receipt_id: receipt, at } = parseReceiptEntry(
    parseLogProof(proof.text).extra ?? Buffer.of(),
  );
  const { body } = await caller.call('getEvidenceConsistency', { query: { from: '1' } });
  const unsealed = await postEntry(caller, credit(await openAccount(caller), '1.00'));
  return { size: body.to.size, receipt, at, unsealed };
}

const UNKNOWN: SealedRecords = {
  size: 1,
  receipt: 'rcp_1',
  at: '2026-11-20T09:30:00.000Z',
  unsealed: 'jrn_1',
};
const EARLIER = '2026-11-20T09:30:00.000Z';

export const evidenceScenarios = {
  getEvidenceCheckpoint: () => [{}],
  getPastEvidenceCheckpoint: ({ sealed = UNKNOWN }) =>
    [sealed.size, 1].map((size) => ({ path: { size: String(size) } })),
  getEvidenceTile: ({ sealed = UNKNOWN }) => {
    const newest = findTile({ level: 0, index: sealed.size - 1 }, sealed.size);
    const tiles = [newest, { ...newest, level: 'entries' as const }, { ...newest, width: 1 }];
    return tiles.map((tile) => ({ path: { tile: formatTilePath(tile).replace('tile/', '') } }));
  },
  getEvidenceKey: () => [{}],
  getEvidenceProof: ({ entry, sealed = UNKNOWN }) => [
    { path: { id: entry } },
    { path: { id: sealed.receipt }, query: { at: sealed.at } },
    { path: { id: sealed.receipt }, query: { at: EARLIER } },
    { path: { id: sealed.unsealed } },
  ],
  getEvidenceConsistency: () => [{ query: { from: '1' } }],
} satisfies ScenariosByOperation;
