// After a thorough sealing every receipt is exactly once in the log of its tenant, and the log starts with the leaves
// of every checkpoint that was seen while the load ran.
import { setTimeout as sleep } from 'node:timers/promises';
import { LeafFrontier } from '../../../commands/evidence/log/leaf-frontier.ts';
import { openLocalEvidence, openLocalStore } from '../../../commands/verification/connect.ts';
import { hashLeaf } from '../../../functions/domain/evidence/merkle-tree.ts';
import { parseReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import type { EvidenceLog } from '../../../functions/evidence/evidence-log.ts';
import { readEntries } from '../../../functions/evidence/read-tiles.ts';
import { computeReceiptId } from '../../../functions/ledger/commit/receipt-feed.ts';
import { readLogHead } from '../../../functions/ledger/evidence/head.ts';
import { scanSegment } from '../../../functions/ledger/store/table-scans.ts';
import { compareIds } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

/** Longer than the settle time of the stage. */
const SETTLED_MS = 1_500;

export const checkEvidence: SoakCheck = async (state) => {
  const { ledger } = state.rig.connection;
  const [store, bucket] = [openLocalStore(ledger), openLocalEvidence(ledger)];
  if (!bucket) throw new Error('the runner has no evidence bucket');
  try {
    await sleep(SETTLED_MS);
    const all = [];
    for (const { tenant } of state.observations) {
      all.push(await checkLog({ store, bucket, tenant }, state));
    }
    const leaves = all.reduce((sum, { size }) => sum + size, 0);
    const checkpoints = all.reduce((sum, { kept }) => sum + kept, 0);
    const subject = `${leaves} receipts once in the evidence logs, consistent with ${checkpoints} checkpoints of the run`;
    return { subject, findings: all.flatMap(({ findings }) => findings) };
  } finally {
    store.documents.destroy();
    bucket.client.destroy();
  }
};

interface SealedTotals {
  readonly failed: number;
  readonly unfinished: number;
}

async function checkLog(log: EvidenceLog, { rig, checkpoints }: SoakState) {
  const { store, tenant } = log;
  const totals = (await rig.call('seal-receipts', { tenant, thorough: true })) as
    SealedTotals | undefined;
  const isSealed = totals?.failed === 0 && totals.unfinished === 0;
  const head = await readLogHead(store, tenant);
  const kept = checkpoints.get(tenant) ?? new Map<number, string>();
  if (!isSealed || !head || head.batch) {
    return { size: 0, kept: 0, findings: [`${tenant}: the receipts were not sealed at the end`] };
  }
  const { size } = head;
  const frontier = new LeafFrontier();
  const roots = new Map<number, string>();
  const ids: string[] = [];
  for await (const { entry } of readEntries(log, { start: 0, end: size, size })) {
    ids.push(parseReceiptEntry(entry).receipt_id);
    frontier.add(hashLeaf(entry));
    if (kept.has(frontier.size)) roots.set(frontier.size, frontier.root.toString('hex'));
  }
  const logKeys = [parseVerifierKey(head.verifierKey)];
  const forks = [...kept].flatMap(([at, note]) => {
    const { checkpoint } = openCheckpoint(note, { logKeys });
    if (checkpoint.root.toString('hex') === roots.get(at)) return [];
    return [`${tenant}: the log does not start with the ${at} leaves of a checkpoint of the run`];
  });
  const isOwnRoot = frontier.root.toString('hex') === head.root;
  const other = isOwnRoot ? [] : [`${tenant}: the entries of the log do not have its root`];
  const stored = await listStoredReceipts(log);
  const findings = [...compareIds(`${tenant}: receipt`, stored, ids), ...forks, ...other];
  return { size, kept: kept.size, findings };
}

async function listStoredReceipts({ store, tenant }: EvidenceLog): Promise<Set<string>> {
  const ids = new Set<string>();
  const segment = { table: store.receiptsTable, tenant, number: 0, of: 1 };
  for await (const page of scanSegment(store, segment)) {
    for (const item of page) ids.add(computeReceiptId(item));
  }
  return ids;
}
