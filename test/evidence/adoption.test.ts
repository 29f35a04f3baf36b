// Receipts of versions before the evidence log get into it once, and openly: what their leaves prove, they prove
// since then.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { adoptReceipts } from '../../commands/sealing/adopt-receipts.ts';
import type { AdoptionOptions } from '../../commands/sealing/adopt-receipts.ts';
import { formatAdoption } from '../../commands/sealing/report.ts';
import { computeReceiptDigest } from '../../functions/ledger/commit/receipt-digest.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import {
  adoptReceipt,
  buildAdoptionMark,
  readAdoptionEnd,
} from '../../functions/ledger/adoption/receipt-adoption.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { listTenantItems } from '../support/evidence/attacked-tables.ts';
import { auditCopy } from '../support/evidence/auditor-folder.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import {
  listReceiptIds,
  putEarlierReceipt,
  startEvidenceRig,
} from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { ProcessDeath, startSealingProcess } from '../support/evidence/sealing-process.ts';
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

const putEarlier = (minute: number, hasDigest = true) =>
  putEarlierReceipt(rig, tenant, minuteOf(minute), { hasDigest });

async function overwrite(item: Item): Promise<Item> {
  await rig.engine.send(new PutCommand({ TableName: rig.tables.receipts, Item: item }));
  return item;
}

function putAllEarlier(count: number): Promise<Item[]> {
  return Promise.all(
    Array.from({ length: count }, (_, minute) => putEarlier(minute, minute % 3 > 0)),
  );
}

function adopt(options: Partial<AdoptionOptions> = {}, { log } = sealer) {
  return adoptReceipts(log, {
    actor: 'local:root',
    isApplied: true,
    onDamaged: () => undefined,
    ...options,
  });
}

/** Those of the other checks are about rules, which the receipts name and no one has stored. */
const CHECKS = new Set(['adoption', 'evidence', 'evidence-logs', 'receipt-content']);

/** The differences that the verification finds. */
async function verify() {
  const { ledger, receipts } = rig.tables;
  const options = { tenant, evidence: rig.bucket, sealingMs: -48 * 60 * MINUTE_MS };
  const { differences } = await verifyTables({ ledger, receipts }, options);
  return differences
    .filter(({ check }) => CHECKS.has(check))
    .map(({ check, field, id }) => [check, field, id].join())
    .toSorted();
}

const formatKey = ({ PK }: Item) => PK.split('#').at(-1) ?? '';

const audit = () => auditCopy(sealer.log);

test('records nothing for a name of no tenant, as a misspelt one', async () => {
  await expect(adopt()).rejects.toThrow(`There is neither a receipt nor a log of ${tenant}.`);

  expect(await readAdoptionEnd(sealer.log.store, tenant)).toBeUndefined();
});

test('a dry run counts, and writes nothing', async () => {
  await putAllEarlier(4);
  await rig.put(tenant, minuteOf(9_000));
  const before = await listTenantItems(rig, tenant);
  const adoption = await adopt({ isApplied: false });

  expect(formatAdoption(tenant, adoption, false)).toBe(
    `${tenant}: 4 receipts would be adopted, 0 are damaged.`,
  );
  expect(await listTenantItems(rig, tenant)).toEqual(before);
});

test('the next run of sealing takes all that was adopted, over many minutes, and says so to auditors', async () => {
  const receipts = [await rig.put(tenant, minuteOf(9_000)), await rig.put(tenant, minuteOf(9_001))];
  await sealer.seal();
  receipts.push(...(await putAllEarlier(230)));
  await sealer.seal();
  expect((await expectSoundLog(sealer.log)).size).toBe(2);
  const adoption = await adopt();
  const isOver = [false, true];
  await sealer.seal({ isOver: () => isOver.shift() ?? true });
  await sealer.seal();
  const { ids } = await expectSoundLog(sealer.log);
  const [finished] = ids.filter((id) => !listReceiptIds(receipts).includes(id));

  expect(adoption).toMatchObject({ found: 230, adopted: 230, damaged: 0, oldest: minuteOf(0) });
  expect(ids.toSorted()).toEqual([...listReceiptIds(receipts), finished].toSorted());
  expect((await readLogHead(sealer.log.store, tenant))?.lateSince).toBeUndefined();
  expect(await verify()).toEqual([]);
  const { differences, remarks } = await audit();
  expect(differences).toEqual([]);
  expect(remarks).toContainEqual(
    expect.stringMatching(
      /^230 leaves are of receipts from before the log, adopted from .*: they have stood so since then, which says nothing of the time before\.$/,
    ),
  );
});

test('an adoption that dies at any request is continued, and adopts each receipt once', async () => {
  const receipts = [await rig.put(tenant, minuteOf(9_000))];
  await sealer.seal();
  receipts.push(...(await putAllEarlier(5)));
  let deaths = 0;
  for (let request = 1; ; request += 1) {
    const dying = await startSealingProcess(rig.addresses, tenant, {
      at: request,
      moment: 'after',
    });
    const outcome = await adopt({ segments: 1 }, dying).catch((error: unknown) => error);
    dying.end();
    await sealer.seal();
    if (outcome instanceof Error && !(outcome instanceof ProcessDeath)) throw outcome;
    if (!(outcome instanceof ProcessDeath)) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(3);
  const { ids } = await expectSoundLog(sealer.log);

  expect(ids).toEqual(expect.arrayContaining(listReceiptIds(receipts)));
  // And the receipt of the adoption.
  expect(ids).toHaveLength(receipts.length + 1);
  expect(await adopt()).toMatchObject({ found: 0, adopted: 5 });
  expect(await verify()).toEqual([]);
});

test('a damaged receipt is not adopted, and a later one without salt is a finding', async () => {
  const [sound, changed] = await putAllEarlier(2);
  await overwrite({ ...(changed as Item), actor: 'eve' });
  const faults: string[] = [];
  await adopt({ onDamaged: (_, fault) => faults.push(fault) });
  await sealer.seal();
  expect(faults).toEqual(['Its digest is not that of its content.']);

  const forged = await putEarlier(1);
  const end = (await readAdoptionEnd(sealer.log.store, tenant)) ?? '';
  const again = await adopt();
  expect(formatAdoption(tenant, again, true)).toBe(
    `${tenant}: the adoption ended at ${end}, with 1 receipts. 2 without salt were damaged then, or are none of an earlier version, and stay (npm run verify).`,
  );
  const { ids } = await expectSoundLog(sealer.log);
  expect(ids).toContain(computeReceiptId(sound as Item));
  expect(await verify()).toEqual(
    [
      `adoption,salt,${formatKey(changed as Item)}`,
      `adoption,salt,${formatKey(forged)}`,
      `receipt-content,digest,${formatKey(changed as Item)}`,
    ].toSorted(),
  );
});

test('what an earlier version wrote in the first two days of the log may be adopted', async () => {
  await rig.put(tenant, minuteOf(9_000));
  await sealer.seal();
  await putEarlier(9_000 + 47 * 60);
  expect(await verify()).toEqual([]);
  await adopt();
  await sealer.seal({ isThorough: true });

  expect(await verify()).toEqual([]);
  expect((await audit()).differences).toEqual([]);
});

test('a receipt as from before the log, and later than its first two days, is a finding, also offline', async () => {
  await rig.put(tenant, minuteOf(9_000));
  await rig.put(tenant, minuteOf(90_000));
  await sealer.seal();
  const forged = await putEarlier(9_000 + 49 * 60);
  const expected = [`adoption,at,${formatKey(forged)}`];
  expect(await verify()).toEqual(expected);
  await adoptReceipt(sealer.log.store, forged, buildAdoptionMark(new Date()));
  await sealer.seal({ isThorough: true });

  expect(await verify()).toEqual(expected);
  expect((await audit()).differences).toEqual([
    expect.stringMatching(/^Leaf 2 .* as one from before the log, but the log has receipts of/),
  ]);
});

test('a receipt that claims to be adopted after the adoption ended is a finding, also offline', async () => {
  await putAllEarlier(1);
  await adopt();
  await sealer.seal();
  const { digest: _, ...receipt } = await rig.put(tenant, minuteOf(5));
  const adoptedAt = new Date(Date.now() + 1_000).toISOString();
  const late = { ...receipt, adopted_at: adoptedAt } as unknown as Item;
  await overwrite({ ...late, digest: Buffer.from(computeReceiptDigest(late), 'hex') });
  await sealer.seal({ isThorough: true, now: () => new Date(Date.now() + MINUTE_MS) });

  expect(await verify()).toEqual([`adoption,adopted_at,${formatKey(late)}`]);
  expect((await audit()).differences).toEqual([
    expect.stringMatching(
      /^Leaf 2 .* was adopted at .* as one of an earlier version, but their adoption ended at /,
    ),
  ]);
});
