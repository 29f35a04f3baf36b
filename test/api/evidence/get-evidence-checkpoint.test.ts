import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { evidenceObjectKeys } from '../../../functions/artifacts/locations.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { LOG_HOST, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { openAccount } from '../../support/stack/ledger.ts';

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
});
afterAll(() => ledger.stop());

async function readKey(tenant = 'acme') {
  const { text } = await ledger.call('getEvidenceKey', { tenant });
  return parseVerifierKey(text.trimEnd());
}

async function readSize(tenant = 'acme'): Promise<number> {
  const { text } = await ledger.call('getEvidenceCheckpoint', { tenant });
  return openCheckpoint(text, { logKeys: [await readKey(tenant)] }).checkpoint.size;
}

test('says when to ask again before the first checkpoint', async () => {
  const refused = await ledger.call('getEvidenceCheckpoint', { tenant: 'silent' });

  expect(refused.body).toMatchObject({ statusCode: 404, code: 'evidence_not_sealed' });
  expect(refused.headers).toMatchObject({ 'Retry-After': '60' });
});

test('answers the signed checkpoint, and a newer one after the next sealing', async () => {
  await openAccount(ledger, { funds: '1.00' });
  await sealLog();

  const first = await ledger.call('getEvidenceCheckpoint');
  await openAccount(ledger);
  await sealLog();

  expect(first.headers).toMatchObject({ 'Cache-Control': 'no-store' });
  expect(first.headers).not.toHaveProperty('Content-Disposition');
  const opened = openCheckpoint(first.text, { logKeys: [await readKey()] });
  expect(opened.checkpoint).toMatchObject({ origin: `${LOG_HOST}/acme`, size: 2 });
  expect(await readSize()).toBe(3);
});

test('does not show a batch whose publication has failed', async () => {
  await openAccount(ledger, { tenant: 'halted' });
  await sealLog('halted');
  await openAccount(ledger, { tenant: 'halted' });
  const signer = { publicKey: (await readKey('halted')).publicKey, sign: failToSign };

  await expect(sealLog('halted', { signer })).rejects.toThrow('no signature');

  expect(await readSize('halted')).toBe(1);
  await sealLog('halted');
  expect(await readSize('halted')).toBe(2);
});

test('shows the cosignatures that the newest checkpoint got after its publication', async () => {
  await openAccount(ledger, { tenant: 'witnessed' });
  await sealLog('witnessed');
  const note = (await ledger.call('getEvidenceCheckpoint', { tenant: 'witnessed' })).text;
  const cosigned = `${note}— witness.example ${Buffer.alloc(76).toString('base64')}\n`;
  const { client } = ledger.bucket;
  const Key = evidenceObjectKeys.checkpoint('witnessed');
  const put = new PutObjectCommand({ Bucket: 'evidence', Key, Body: cosigned });
  await client.send(put);

  const { text } = await ledger.call('getEvidenceCheckpoint', { tenant: 'witnessed' });

  expect(text).toBe(cosigned);
});

function failToSign(): Promise<Buffer> {
  return Promise.reject(new Error('no signature'));
}
