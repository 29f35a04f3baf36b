// A receipt is found by its time in a log of any order, with a number of requests that is known.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { hashLeaf, verifyInclusion } from '../../functions/domain/evidence/merkle-tree.ts';
import { parseLogProof } from '../../functions/domain/evidence/log-proof.ts';
import { parseReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import { parseCheckpoint } from '../../functions/domain/evidence/checkpoint.ts';
import { parseNote } from '../../functions/domain/evidence/signed-note.ts';
import { findReceiptLeaf } from '../../functions/evidence/published/find-receipt.ts';
import { proveLeaf } from '../../functions/evidence/published/prove-leaf.ts';
import { readPublishedLog } from '../../functions/evidence/published/published-log.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';

const TENANT = 'acme';
/** Of one minute, in three bundles; several have the same time. */
const COUNT = 700;
const PER_TIME = 4;
/** The connections of the client, which warns of what waits for one. */
const PUTS_AT_ONCE = 50;

let rig: EvidenceRig;
let reader: SealingProcess;
let receipts: Item[];
beforeAll(async () => {
  rig = await startEvidenceRig();
  const times = Array.from({ length: COUNT }, (_, at) => formatTime(Math.floor(at / PER_TIME)));
  receipts = [];
  for (let start = 0; start < COUNT; start += PUTS_AT_ONCE) {
    const next = times.slice(start, start + PUTS_AT_ONCE);
    receipts.push(...(await Promise.all(next.map((at) => rig.put(TENANT, at)))));
  }
  reader = await startSealingProcess(rig.addresses, TENANT);
  await reader.seal({ batchSize: 300 });
  // Late ones, in ranges of their own.
  for (const second of [7, 31]) {
    receipts.push(await rig.put(TENANT, formatTime(second)));
    await reader.seal({ isThorough: true });
  }
});
beforeEach(() => {
  (reader.requests as string[]).length = 0;
});
afterAll(async () => {
  reader.end();
  await rig.stop();
});

function formatTime(tenths: number): string {
  const milliseconds = Math.floor((tenths * 59_999) / (COUNT / PER_TIME));
  return new Date(Date.parse('2026-11-20T09:30:00.000Z') + milliseconds).toISOString();
}

function countRequests(): Record<string, number> {
  const counts = Map.groupBy(reader.requests, (name) => name);
  return Object.fromEntries([...counts].map(([name, { length }]) => [name, length]));
}

async function prove(receipt: Item): Promise<string> {
  const log = await readPublishedLog(reader.log);
  const leaf = await findReceiptLeaf(log, computeReceiptId(receipt), String(receipt['at']));
  return proveLeaf(log, leaf);
}

test('proves each of many receipts of one minute, the late ones too', async () => {
  for (const receipt of [...receipts.filter((_, at) => at % 50 === 0), ...receipts.slice(-3)]) {
    const { index, proof, checkpoint, extra = Buffer.of() } = parseLogProof(await prove(receipt));
    const { size, root } = parseCheckpoint(parseNote(checkpoint).text);
    const claim = { index, size, leafHash: hashLeaf(extra), proof, root };

    expect(parseReceiptEntry(extra).receipt_id).toBe(computeReceiptId(receipt));
    expect(size).toBe(COUNT + 2);
    expect(verifyInclusion(claim)).toBe(true);
  }
});

test('a proof costs two reads of the table, the bundles of the search, the tiles and the checkpoint', async () => {
  await prove(receipts[COUNT / 2 + 1] as Item);

  // Two of three bundles, the tile of the leaf, that on the right and the one above, and the checkpoint.
  expect(countRequests()).toEqual({
    GetItemCommand: 1,
    BatchGetItemCommand: 1,
    GetObjectCommand: 6,
  });
});

test('what is not in the log costs a query of each shard, and no tile', async () => {
  const log = await readPublishedLog(reader.log);
  const unknown = findReceiptLeaf(log, 'rcp_0', formatTime(3));

  await expect(unknown).rejects.toMatchObject({ code: 'receipt_not_found' });
  const { QueryCommand: queries, ...others } = countRequests();
  expect(queries).toBe(rig.addresses.shards);
  expect(others).toEqual({ GetItemCommand: 1, BatchGetItemCommand: 1, GetObjectCommand: 3 });
});
