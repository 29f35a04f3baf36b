// With what `npm run evidence` ends, for scripts and for those who read only its last line.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startCommand } from '../../support/commands/running-command.ts';
import { putEarlierReceipt, startEvidenceRig } from '../../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../../support/evidence/evidence-rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-command-'));
const stackFile = join(folder, 'stack.json');

let rig: EvidenceRig;
let tenant: string;
beforeAll(async () => {
  rig = await startEvidenceRig();
  const { dynamodb, s3, bucket, ledgerTable, receiptsTable } = rig.addresses;
  const ledger = {
    ledger_table: ledgerTable,
    receipts_table: receiptsTable,
    endpoint: dynamodb,
    evidence_bucket: bucket,
    s3_endpoint: s3,
  };
  writeFileSync(stackFile, JSON.stringify({ ledger }));
});
beforeEach(() => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await rig.stop();
});

const run = (...words: string[]) => startCommand('evidence', [...words, '--stack', stackFile]).end;

const AT = '2025-03-01T06:00:00.000Z';

test.each(['rebuild', 'adopt'])('%s says that the bucket has no log', async (command) => {
  const { code, out } = await run(command);

  expect([code, out]).toEqual([3, 'The bucket has no log of any tenant.\n']);
});

test('an adoption that leaves a damaged receipt has something to look at, now and later', async () => {
  await putEarlierReceipt(rig, tenant, AT);
  const earlier = await putEarlierReceipt(rig, tenant, '2025-03-01T06:01:00.000Z');
  const damaged = { ...earlier, status: 299 };
  await rig.engine.send(new PutCommand({ TableName: rig.tables.receipts, Item: damaged }));

  const applied = await run('adopt', tenant, '--apply');
  const later = await run('adopt', tenant, '--apply');

  expect(applied.out).toContain(`${tenant}: 1 receipts are adopted, 1 are damaged and stay.`);
  expect(later.out).toContain(' 1 without salt were damaged then, or are none of an earlier');
  expect([applied.code, later.code]).toEqual([3, 3]);
});

test('an adoption of all receipts is done', async () => {
  await putEarlierReceipt(rig, tenant, AT);

  expect(await run('adopt', tenant)).toMatchObject({ code: 3, error: '' });
  expect(await run('adopt', tenant, '--apply')).toMatchObject({ code: 0, error: '' });
  expect(await run('adopt', tenant)).toMatchObject({ code: 0, error: '' });
});

const putNote = (name: string) =>
  rig.bucket.client.send(
    new PutObjectCommand({
      Bucket: rig.bucket.name,
      Key: `${name}/checkpoint/3`,
      Body: 'none',
      ChecksumAlgorithm: 'SHA256',
    }),
  );

test('a damaged log keeps no other tenant waiting, and the command has failed', async () => {
  const damaged = `a-${tenant}`;
  await putNote(damaged);
  const { code, out, error } = await run('rebuild', damaged, tenant, tenant);

  expect({ code, out }).toEqual({ code: 1, out: `${tenant}: the log has no checkpoint.\n` });
  expect(error).toMatch(
    new RegExp(`^The log of ${damaged} has something else in place of its checkpoint .*\\n$`),
  );
});

test('what fails alike for every tenant is said for the first two alone', async () => {
  const words = ['rebuild', 'one', 'two', 'three', '--stack', stackFileWithoutTable()];
  const { code, out, error } = await startCommand('evidence', words).end;

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^one: .*not/i),
    expect.stringMatching(/not/i),
  ]);
});

function stackFileWithoutTable(): string {
  const { ledger } = JSON.parse(readFileSync(stackFile, 'utf8'));
  const file = join(folder, 'elsewhere.json');
  writeFileSync(file, JSON.stringify({ ledger: { ...ledger, receipts_table: 'none' } }));
  return file;
}
