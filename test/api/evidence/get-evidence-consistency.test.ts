import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { verifyConsistency } from '../../../functions/domain/evidence/merkle-tree.ts';
import { parseNote } from '../../../functions/domain/evidence/signed-note.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { LOG_HOST, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { openAccount } from '../../support/stack/ledger.ts';

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
  // Checkpoints of the sizes 2, 5 and 7.
  for (const count of [2, 3, 2]) {
    for (let opened = 0; opened < count; opened += 1) await openAccount(ledger);
    await sealLog();
  }
});
afterAll(() => ledger.stop());

const call = (query: Record<string, string>) => ledger.call('getEvidenceConsistency', { query });

async function readRoot(size: number): Promise<Buffer> {
  const path = { size: String(size) };
  const { text } = await ledger.call('getPastEvidenceCheckpoint', { path });
  return parseCheckpoint(parseNote(text).text).root;
}

const toHash = (text: string) => Buffer.from(text, 'base64');

test.each([
  [2, 5],
  [2, 7],
  [5, 7],
  [5, 5],
])('proves that the checkpoint of %i leaves leads to that of %i', async (from, to) => {
  const { body } = await call({ from: String(from), to: String(to) });
  const [fromRoot, toRoot] = [await readRoot(from), await readRoot(to)];

  expect(body).toMatchObject({
    origin: `${LOG_HOST}/acme`,
    from: { size: from, root: fromRoot.toString('base64') },
    to: { size: to, root: toRoot.toString('base64') },
  });
  const proof = (body.proof as string[]).map(toHash);
  expect(verifyConsistency({ from, to, fromRoot, toRoot, proof })).toBe(true);
});

test('leads to the newest checkpoint unless the request says otherwise', async () => {
  const { body } = await call({ from: '1' });

  expect(body).toMatchObject({ from: { size: 1 }, to: { size: 7 } });
  const [fromRoot, toRoot] = [toHash(body.from.root), toHash(body.to.root)];
  const proof = (body.proof as string[]).map(toHash);
  expect(verifyConsistency({ from: 1, to: 7, fromRoot, toRoot, proof })).toBe(true);
});

test('refuses sizes that are not those of the log, in this order', async () => {
  expect((await call({ from: '5', to: '2' })).body).toMatchObject({ code: 'invalid_request' });
  expect((await call({})).body.message).toEqual(['query parameter from is required']);
  const future: Record<string, string>[] = [{ from: '8' }, { from: '2', to: '8' }];
  for (const query of future) {
    const refused = await call(query);
    expect({ query, ...refused.body }).toMatchObject({ code: 'evidence_not_sealed' });
  }
});
