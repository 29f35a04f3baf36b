// After a restore, callers repeat the requests that were lost with the same keys. The log has their receipts twice
// then, and says why.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { rebuildState } from '../../commands/sealing/rebuild-state.ts';
import { computeReceiptDigest } from '../../functions/ledger/commit/receipt-digest.ts';
import { readAnswerText } from '../../functions/ledger/commit/receipt-events.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { listTenantItems, restoreItems } from '../support/evidence/attacked-tables.ts';
import { auditCopy } from '../support/evidence/auditor-folder.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import { startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';

let rig: EvidenceRig;
let tenant: string;
let sealer: SealingProcess;
/** Of which the tables keep two and lose the rest. */
let receipts: readonly Item[];
beforeAll(async () => {
  rig = await startEvidenceRig();
});
beforeEach(async () => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
  const kept = [await rig.put(tenant, at(1)), await rig.put(tenant, at(2))];
  await seal();
  const backup = await listTenantItems(rig, tenant);
  const lost = [await rig.put(tenant, at(3)), await rig.put(tenant, at(4))];
  await seal();
  await restoreItems(rig, tenant, backup);
  receipts = [...kept, ...lost];
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const clock = (minute: number) => () => new Date(START_MS + minute * 60_000);
const at = (minute: number) => clock(minute)().toISOString();
const seal = () => sealer.seal({ now: clock(60) });

const rebuild = (minute: number) =>
  rebuildState(sealer.log, {
    keys: [],
    isApplied: true,
    onLost: () => undefined,
    actor: 'local:root',
    now: clock(minute),
  });

/** Stores the receipt of a request that a caller has sent again. */
async function repeat(receipt: Item | undefined, minute: number, members: object = {}) {
  const { digest: _, ...written } = { ...receipt, ...members, at: at(minute) } as unknown as Item;
  const repeated = written as unknown as Item;
  const digest = Buffer.from(computeReceiptDigest(repeated), 'hex');
  const Item = { ...repeated, digest };
  await rig.engine.send(new PutCommand({ TableName: rig.tables.receipts, Item }));
}

const audit = () => auditCopy(sealer.log);

const REBUILT =
  'Leaf 4 records that receipts were missing in the tables after a restore, and that the log continues all the same.';

test('a rebuild records itself, once for each size of the log', async () => {
  await rebuild(10);
  await rebuild(11);
  await seal();
  const items = await listTenantItems(rig, tenant);
  const recorded = items.filter(({ operation }) => operation === 'rebuildEvidenceLog');

  expect(recorded).toEqual([expect.objectContaining({ actor: 'local:root', at: at(10) })]);
  expect(JSON.parse(readAnswerText(recorded[0] as Item))).toEqual({ size: 4, lost: 2 });
  expect((await expectSoundLog(sealer.log)).size).toBe(5);
  expect(await audit()).toMatchObject({ code: 0, differences: [], remarks: [REBUILT] });
});

test('receipts that were lost and requested again are a remark', async () => {
  await rebuild(10);
  await repeat(receipts[2], 11);
  await repeat(receipts[3], 12);
  await seal();
  const { code, differences, remarks, proved } = await audit();

  expect({ code, differences }).toEqual({ code: 0, differences: [] });
  expect(remarks).toEqual([
    REBUILT,
    `2 leaves are of receipts that an earlier leaf states, with such a leaf between: they were lost and requested again. The first is ${computeReceiptId(receipts[2] as Item)}, leaf 2 and again leaf 5.`,
  ]);
  expect(proved).toContain('No other receipt is in the log twice.');
});

test('a receipt that is lost and requested again twice is a remark', async () => {
  await rebuild(10);
  const backup = await listTenantItems(rig, tenant);
  await repeat(receipts[2], 11);
  await seal();
  await restoreItems(rig, tenant, backup);
  await rebuild(20);
  await repeat(receipts[2], 21);
  await seal();
  const { code, differences, remarks } = await audit();

  expect({ code, differences }).toEqual({ code: 0, differences: [] });
  expect(remarks[0]).toMatch(/^2 leaves record that receipts were missing .*, the first leaf 4\.$/);
});

test('a repetition is a difference if it asks for something else, or comes before the rebuild', async () => {
  await repeat(receipts[3], 9);
  await rebuild(10);
  await repeat(receipts[2], 11, { fingerprint: receipts[0]?.['fingerprint'] });
  await seal();
  const { code, differences } = await audit();
  const [other, early] = receipts.slice(2).map(computeReceiptId);

  expect(code).toBe(1);
  expect(differences).toEqual([
    `Receipt ${early} is leaf 3 and again leaf 4.`,
    `Receipt ${other} is leaf 2 and again leaf 6.`,
  ]);
});
