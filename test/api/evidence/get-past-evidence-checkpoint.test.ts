import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { openAccount } from '../../support/stack/ledger.ts';

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
  // Checkpoints of the sizes 1 and 3.
  await openAccount(ledger);
  await sealLog();
  await openAccount(ledger, { funds: '1.00' });
  await sealLog();
});
afterAll(() => ledger.stop());

const call = (size: string) => ledger.call('getPastEvidenceCheckpoint', { path: { size } });

test('answers the checkpoint of each size that had one, for good', async () => {
  const [one, three] = [await call('1'), await call('3')];
  const newest = await ledger.call('getEvidenceCheckpoint');

  expect(one.text).toMatch(/\n1\n/);
  expect(one.headers['Cache-Control']).toMatch(/^private, max-age=\d{8}, immutable$/);
  expect(three.text).toBe(newest.text);
});

test('refuses a size that no checkpoint has, or has yet', async () => {
  const skipped = await call('2');
  const future = await call('4');

  expect(skipped.body).toMatchObject({ statusCode: 404, code: 'evidence_not_found' });
  expect(skipped.headers).not.toHaveProperty('Retry-After');
  expect(future.body).toMatchObject({ statusCode: 404, code: 'evidence_not_sealed' });
  expect(future.headers).toMatchObject({ 'Retry-After': '60' });
});

test.each(['0', '-1', '1.5', 'x', '9007199254740992', ''])('refuses the size %j', async (size) => {
  expect((await call(size)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});
