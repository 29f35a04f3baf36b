// A restore loses receipts, and their leaves stay. Sealing counts receipts and leaves to find those that came late: the
// leaves of lost ones must not hide as many late ones.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { rebuildState } from '../../commands/sealing/rebuild-state.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { listTenantItems, restoreItems } from '../support/evidence/attacked-tables.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import { listReceiptIds, startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';
import { verifyTables } from '../support/invariants/verification.ts';

let rig: EvidenceRig;
let sealer: SealingProcess;
let tenant: string;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
beforeEach(async () => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
  await putAll([1, 2, 3]);
  await seal();
  const backup = await listTenantItems(rig, tenant);
  await putAll([10, 20, 70]);
  await seal();
  await restoreItems(rig, tenant, backup);
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const clock = (seconds: number) => () => new Date(START_MS + seconds * 1_000);

const putAll = (seconds: readonly number[]): Promise<Item[]> =>
  Promise.all(seconds.map((one) => rig.put(tenant, clock(one)().toISOString())));

const seal = () => sealer.seal({ now: clock(3_600), isThorough: true });

const rebuild = () =>
  rebuildState(sealer.log, {
    keys: [],
    isApplied: true,
    onLost: () => undefined,
    actor: 'local:root',
    now: clock(800),
  });

test.each([
  ['in their minutes', [30, 40, 80]],
  ['in other minutes', [130, 200, 300]],
])('as many late receipts as were lost are sealed %s', async (_, seconds) => {
  await rebuild();
  await seal();
  const late: Item[] = [];
  for (const round of [0, 1]) {
    late.push(...(await putAll(seconds.map((second) => second + round))));
    await seal();
  }

  const { ids } = await expectSoundLog(sealer.log);
  expect(ids).toEqual(expect.arrayContaining(listReceiptIds(late)));
  expect(await rebuild()).toMatchObject({ changedMinutes: 0, lostReceipts: 3 });
  const { ledger, receipts } = rig.tables;
  const { differences } = await verifyTables(
    { ledger, receipts },
    { tenant, evidence: rig.bucket },
  );
  expect(differences.filter(({ place }) => place.PK.endsWith('#LGM'))).toEqual([]);
});
