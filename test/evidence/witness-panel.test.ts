// Witnesses cosign what grows, refuse a fork, and hold up nothing.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { openCheckpoint } from '../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import { WitnessPanel } from '../../functions/evidence/witness-panel.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';
import { TestWitness } from '../support/evidence/test-witness.ts';

let rig: EvidenceRig;
let witness: TestWitness;
beforeAll(async () => {
  rig = await startEvidenceRig();
  witness = await TestWitness.start();
});
afterAll(async () => {
  await witness.stop();
  await rig.stop();
});

const failures: string[] = [];
const buildPanel = (...urls: readonly string[]) =>
  new WitnessPanel(
    urls.map((url) => ({ url, key: witness.key })),
    ({ url }, error) => failures.push(`${url} ${String(error)}`),
  );

async function seal(process: SealingProcess, count: number, panel: WitnessPanel): Promise<void> {
  const at = new Date().toISOString();
  await Promise.all(Array.from({ length: count }, () => rig.put(process.log.tenant, at)));
  await process.seal({ witnesses: panel });
}

async function startLog(): Promise<SealingProcess> {
  failures.length = 0;
  const process = await startSealingProcess(rig.addresses, `t-${randomBytes(4).toString('hex')}`);
  await seal(process, 2, buildPanel());
  witness.trust(await readLogKey(process));
  return process;
}

async function readLogKey({ log }: SealingProcess) {
  return parseVerifierKey((await readLogHead(log.store, log.tenant))?.verifierKey ?? '');
}

async function readNewest(process: SealingProcess) {
  const { bucket, tenant } = process.log;
  const note = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
  return openCheckpoint(note ?? '', {
    logKeys: [await readLogKey(process)],
    witnessKeys: [witness.key],
  });
}

test('each new checkpoint is cosigned, from any size that the witness has', async () => {
  const process = await startLog();
  for (const count of [1, 5, 300]) {
    await seal(process, count, buildPanel(witness.url));
    const { checkpoint, witnesses } = await readNewest(process);

    expect(witnesses).toHaveLength(1);
    expect(checkpoint.size).toBe((await readLogHead(process.log.store, process.log.tenant))?.size);
  }
  expect(failures).toEqual([]);
});

test('a witness that is unreachable is asked once a run, one that refuses a log for each other; neither holds up sealing', async () => {
  const process = await startLog();
  const stranger = await startSealingProcess(rig.addresses, `t-${randomBytes(4).toString('hex')}`);
  const panel = buildPanel('http://127.0.0.1:9', witness.url);
  await seal(process, 3, panel);
  // The witness does not know this log.
  await seal(stranger, 1, panel);
  await seal(process, 1, panel);

  expect((await readNewest(process)).witnesses).toHaveLength(1);
  expect((await readNewest(process)).checkpoint.size).toBe(6);
  expect(failures.map((line) => line.replace(/ .*(answered 404|fetch failed).*/s, ' $1'))).toEqual([
    'http://127.0.0.1:9 fetch failed',
    `${witness.url} answered 404`,
  ]);
});
