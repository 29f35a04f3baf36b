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
import { startEndpoint } from '../../local/http/endpoint.ts';
import { startS3Faults } from '../../tools/soak/faults/s3-faults.ts';

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

async function startLog(s3 = rig.addresses.s3): Promise<SealingProcess> {
  failures.length = 0;
  const addresses = { ...rig.addresses, s3 };
  const process = await startSealingProcess(addresses, `t-${randomBytes(4).toString('hex')}`);
  await seal(process, 2, buildPanel());
  witness.trust(await readLogKey(process));
  return process;
}

async function readLogKey({ log }: SealingProcess) {
  return parseVerifierKey((await readLogHead(log.store, log.tenant))?.verifierKey ?? '');
}

async function readNote({ log: { bucket, tenant } }: SealingProcess): Promise<string> {
  const note = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
  return note?.toString() ?? '';
}

async function readNewest(process: SealingProcess) {
  return openCheckpoint(await readNote(process), {
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

test('a witness that sends elsewhere is not followed', async () => {
  const process = await startLog();
  const asked: string[] = [];
  const elsewhere = await startEndpoint((request, response) => {
    asked.push(String(request.url));
    response.writeHead(307, { Location: `${witness.url}/add-checkpoint` }).end();
  });

  await seal(process, 1, buildPanel(elsewhere.endpoint));
  await elsewhere.stop();

  expect(asked).toEqual(['/add-checkpoint']);
  expect(failures).toEqual([expect.stringContaining(elsewhere.endpoint)]);
  expect((await readNewest(process)).witnesses).toEqual([]);
});

test('a witness adds its cosignature to a checkpoint once', async () => {
  const process = await startLog();
  const panel = buildPanel(witness.url);
  await seal(process, 1, panel);
  const cosigned = await readNote(process);

  await panel.cosign(process.log);

  expect(await readNote(process)).toBe(cosigned);
  expect(failures).toEqual([]);
});

test('without a witness to ask, nothing is read', async () => {
  const process = await startLog();
  const requests = [...process.requests];

  await buildPanel().cosign(process.log);

  expect(process.requests).toEqual(requests);
});

test('of a log without a checkpoint, none is cosigned', async () => {
  const { log } = await startSealingProcess(rig.addresses, `t-${randomBytes(4).toString('hex')}`);

  await expect(buildPanel(witness.url).cosign(log)).resolves.toBeUndefined();
});

test('a witness that has more of a log than there is refuses that log alone', async () => {
  const [first, second] = [await startLog(), await startLog()];
  const asked: string[] = [];
  const ahead = await startEndpoint((request, response) => {
    asked.push(String(request.url));
    response.writeHead(409).end('9\n');
  });
  const panel = buildPanel(ahead.endpoint);
  await seal(first, 1, panel);
  await seal(second, 1, panel);
  await ahead.stop();

  expect(asked).toHaveLength(2);
  const refusal = expect.stringContaining('The witness has size 9, and the log only 3.');
  expect(failures).toEqual([refusal, refusal]);
});

test('the checkpoint of a batch that another run has left is cosigned', async () => {
  const process = await startLog();
  const { publicKey } = await readLogKey(process);
  const sign = () => Promise.reject(new Error('out of reach'));
  await rig.put(process.log.tenant, new Date().toISOString());
  await expect(process.seal({ signer: { publicKey, sign } })).rejects.toThrow('out of reach');
  const result = await process.seal({ witnesses: buildPanel(witness.url) });

  expect(result.sealed).toBe(0);
  expect(await readNewest(process)).toMatchObject({
    checkpoint: { size: 3 },
    witnesses: [{ key: witness.key }],
  });
  expect(failures).toEqual([]);
});

test('where the bucket refuses cosignatures, the run reports it with what it has sealed', async () => {
  const faults = await startS3Faults(rig.addresses.s3);
  const process = await startLog(faults.endpoint);
  await rig.put(process.log.tenant, new Date().toISOString());
  // The second write of the newest checkpoint is that of the cosignatures.
  faults.next('PUT', /checkpoint[?]/, { delayMs: 0 }, { status: 403 });
  const panel = buildPanel(witness.url);
  const result = await process.seal({ witnesses: panel }).finally(faults.stop);

  expect(result).toMatchObject({ sealed: 1, isDone: true, cosigningError: expect.any(Error) });
  const { log } = await startSealingProcess(rig.addresses, process.log.tenant);
  expect((await readLogHead(log.store, log.tenant))?.size).toBe(3);
});
