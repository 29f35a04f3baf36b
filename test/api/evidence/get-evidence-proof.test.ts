import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashLeaf, verifyInclusion } from '../../../functions/domain/evidence/merkle-tree.ts';
import { parseLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import { parseReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { computeReceiptId } from '../../../functions/ledger/commit/receipt-feed.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { adjustEntry, approveAdjustment } from '../../support/fixtures/adjustments.ts';
import { agreeLoan, fee } from '../../support/fixtures/loans.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { credit, openAccount } from '../../support/stack/ledger.ts';
import type { CallOptions } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestExports;
let account: string;
beforeAll(async () => {
  ledger = await startExports();
  account = await openAccount(ledger, { funds: '100.00' });
});
afterAll(() => ledger.stop());

async function post(options: CallOptions = {}): Promise<string> {
  const answer = await ledger.call('postJournalEntry', {
    body: credit(account, '1.00'),
    ...options,
  });
  return answer.body.id as string;
}

const call = (id: string, query = {}, tenant = 'acme') =>
  ledger.call('getEvidenceProof', { tenant, path: { id }, query });

async function readReceiptTime(key: string): Promise<string> {
  const { PK } = keys.receipt('acme', key);
  const receipts = await readAllItems(ledger.tables.receipts);
  return String(receipts.find((receipt) => receipt.PK === PK)?.['at']);
}

/** Returns the entry that the proof of the answer proves to be in the log. */
async function openProof(text: string): Promise<ReceiptEntry> {
  const { index, proof, checkpoint, extra = Buffer.of() } = parseLogProof(text);
  const key = parseVerifierKey((await ledger.call('getEvidenceKey')).text.trimEnd());
  const { size, root } = openCheckpoint(checkpoint, { logKeys: [key] }).checkpoint;
  expect(verifyInclusion({ index, size, leafHash: hashLeaf(extra), proof, root })).toBe(true);
  return parseReceiptEntry(extra);
}

test('proves a journal entry with the receipt that posted it', async () => {
  const ids = [await post(), await post(), await post()];
  await sealLog();

  for (const id of ids) {
    const proof = await call(id);
    const entry = await openProof(proof.text);
    expect(entry).toMatchObject({ operation: 'postJournalEntry', actor: 'ada', status: 201 });
    expect(entry.records).toContainEqual({
      type: 'journal_entry',
      id,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(proof.headers).toMatchObject({
      'Content-Disposition': `attachment; filename="${id}.tlog-proof"`,
      'Cache-Control': 'no-store',
    });
  }
});

test('proves the entries of a batch, a loan and an approved adjustment', async () => {
  const body = { entries: [credit(account, '1.00'), credit(account, '2.00')] };
  const batch = await ledger.call('postJournalEntries', { body });
  const path = { loanId: (await agreeLoan(ledger)).id };
  const loan = await ledger.call('postLoanTransaction', { path, body: fee('1.00') });
  const request = await adjustEntry(ledger, await post());
  const reversal = await approveAdjustment(ledger, request);
  await sealLog();

  const expected: [string, string][] = [
    ...(batch.body.items as { id: string }[]).map(({ id }): [string, string] => {
      return [id, 'postJournalEntries'];
    }),
    [loan.body.id.replace('txn_', 'jrn_'), 'postLoanTransaction'],
    [reversal.body.reversal_journal_entry_id, 'approveFinancialAdjustmentRequest'],
  ];
  expect(expected).toHaveLength(4);
  for (const [id, operation] of expected) {
    expect(await openProof((await call(id)).text)).toMatchObject({ operation });
  }
});

// An entry is never earlier than one before it on its account, which another clock may have timed.
test('proves an entry whose time is far from that of its receipt', async () => {
  advanceTime(50_000);
  const ahead = await post();
  returnToPresent();
  const key = 'a-receipt-of-a-slower-clock';
  const behind = await post({ key });
  await sealLog('acme', { now: () => new Date(Date.now() + 60_000) });

  const entry = await openProof((await call(behind)).text);
  const { body } = await ledger.call('getJournalEntry', { path: { journalEntryId: behind } });
  expect(entry.at).toBe(await readReceiptTime(key));
  expect(Date.parse(body.posted_at) - Date.parse(entry.at)).toBeGreaterThan(40_000);
  await openProof((await call(ahead)).text);
});

test('proves a receipt by its id and its time', async () => {
  const key = 'a-receipt-to-be-proved';
  const posted = await post({ key });
  await sealLog();
  const { receipt_id: id, at } = await openProof((await call(posted)).text);

  const proof = await call(id, { at: at.replace('Z', '+00:00') });

  expect(id).toBe(computeReceiptId(keys.receipt('acme', key)));
  expect(await openProof(proof.text)).toMatchObject({ receipt_id: id, at });
});

test('says when to ask again for what is not sealed, and proves it then', async () => {
  await sealLog();
  const key = 'a-receipt-without-a-leaf';
  const posted = await post({ key });
  const id = computeReceiptId(keys.receipt('acme', key));
  const at = await readReceiptTime(key);

  for (const refused of [await call(posted), await call(id, { at })]) {
    expect(refused.body).toMatchObject({ statusCode: 404, code: 'evidence_not_sealed' });
    expect(refused.headers).toMatchObject({ 'Retry-After': '60' });
  }
  await sealLog();
  expect((await call(posted)).text).toBe((await call(id, { at })).text);
});

test('refuses what does not exist, here or at that time', async () => {
  const key = 'a-receipt-at-its-own-time';
  const posted = await post({ key });
  const id = computeReceiptId(keys.receipt('acme', key));
  await sealLog();
  await openAccount(ledger, { tenant: 'other' });
  await sealLog('other');
  const [at, later] = ['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00+25:00'];

  const answers = {
    unknown: await call('jrn_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00'),
    ofAnother: await call(posted, {}, 'other'),
    shapeless: await call('x'),
    early: await call(id, { at }),
    timeless: await call(id),
    impossible: await call(id, { at: later }),
  };

  const codes = Object.entries(answers).map(([name, { body }]) => [name, body.code]);
  expect(Object.fromEntries(codes)).toEqual({
    unknown: 'journal_entry_not_found',
    ofAnother: 'journal_entry_not_found',
    shapeless: 'journal_entry_not_found',
    early: 'receipt_not_found',
    timeless: 'invalid_request',
    impossible: 'invalid_request',
  });
});

// The last test: it seals a receipt whose time is yet to come.
test('proves an entry whose account was posted on before the clock went back', async () => {
  const body = credit(await openAccount(ledger), '1.00');
  advanceTime(10 * 60_000);
  await ledger.call('postJournalEntry', { body });
  returnToPresent();
  const { body: posted } = await ledger.call('postJournalEntry', { body });
  await sealLog('acme', { now: () => new Date(Date.now() + 11 * 60_000) });
  const beforeProjection = await call(posted.id);
  await projectReceipts(ledger, 'acme');

  const entry = await openProof((await call(posted.id)).text);

  expect(beforeProjection.body).toMatchObject({ code: 'evidence_not_sealed' });
  expect(Date.parse(posted.posted_at) - Date.parse(entry.at)).toBeGreaterThan(9 * 60_000);
  expect(entry.records.map(({ id }) => id)).toContain(posted.id);
});
