// After a restore to a time before the adoption of earlier receipts, the log still has their leaves. They are adopted
// again, and the log must neither lose nor contradict them.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { adoptReceipts } from '../../commands/sealing/adopt-receipts.ts';
import { rebuildState } from '../../commands/sealing/rebuild-state.ts';
import { RestoredLogError } from '../../functions/evidence/claim-batch.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { listTenantItems, restoreItems } from '../support/evidence/attacked-tables.ts';
import { auditCopy } from '../support/evidence/auditor-folder.ts';
import { putEarlierReceipt, startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';
import { verifyTables } from '../support/invariants/verification.ts';

let rig: EvidenceRig;
let tenant: string;
let sealer: SealingProcess;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
beforeEach(async () => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
});
afterAll(() => rig.stop());

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2025-03-01T06:00:00.000Z');
const minuteOf = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();

const adopt = () =>
  adoptReceipts(sealer.log, {
    actor: 'local:root',
    isApplied: true,
    onDamaged: () => undefined,
  });

const rebuild = () =>
  rebuildState(sealer.log, {
    keys: [],
    isApplied: true,
    onLost: () => undefined,
    actor: 'local:root',
  });

const seal = () =>
  sealer.seal({ isThorough: true, now: () => new Date(Date.now() + 10 * MINUTE_MS) });

const isEndOfAdoption = ({ operation }: Item) => operation === 'adoptReceipts';

/** Those of the other checks are about rules, which the receipts name and no one has stored. */
const CHECKS = new Set(['adoption', 'evidence', 'evidence-logs', 'receipt-content']);

async function verify() {
  const { ledger, receipts } = rig.tables;
  const options = { tenant, evidence: rig.bucket, sealingMs: -48 * 60 * MINUTE_MS };
  const { differences } = await verifyTables({ ledger, receipts }, options);
  return differences.filter(({ check }) => CHECKS.has(check));
}

const audit = () => auditCopy(sealer.log);

async function listEarlierReceipts(): Promise<Item[]> {
  const items = await listTenantItems(rig, tenant);
  return items
    .filter(({ adopted_at: adoptedAt }) => adoptedAt !== undefined)
    .toSorted((one, other) => (one.PK < other.PK ? -1 : 1));
}

test('receipts that are adopted again after a restore are as their leaves say', async () => {
  await rig.put(tenant, minuteOf(900));
  await Promise.all([1, 2, 2].map((minute) => putEarlierReceipt(rig, tenant, minuteOf(minute))));
  await seal();
  const backup = await listTenantItems(rig, tenant);
  await adopt();
  await seal();
  const adopted = await listEarlierReceipts();
  const lost = (await listTenantItems(rig, tenant)).find(isEndOfAdoption);

  await restoreItems(rig, tenant, backup);
  await expect(adopt()).rejects.toThrow(RestoredLogError);
  expect(await listEarlierReceipts()).toEqual([]);
  await rebuild();
  await adopt();
  await seal();

  expect(adopted).toHaveLength(3);
  expect(await listEarlierReceipts()).toEqual(adopted);
  expect((await audit()).differences).toEqual([]);
  // As of every receipt that a restore has lost, of the end of the first adoption only its leaf is left.
  expect(await verify()).toEqual([
    expect.objectContaining({ check: 'evidence', id: computeReceiptId(lost as Item) }),
  ]);
});
