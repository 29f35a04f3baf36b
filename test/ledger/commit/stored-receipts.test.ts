// Receipts outlive the code that wrote them. This one is stored as version 0.1.0 wrote it.
import { inflateRawSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { computeReceiptDigest } from '../../../functions/ledger/commit/receipt-digest.ts';
import { toReceiptItem } from '../../../functions/ledger/commit/receipts.ts';
import { RequestIdentity } from '../../../functions/ledger/commit/request-identity.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems, openDirectClient } from '../../support/stack/tables.ts';

const KEY = 'stored-0000-0001';
const body = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
const ID = 'acc_01a203bb-6323-73e4-b5ae-9be3439e7802';
const stored = {
  PK: `T#acme#RCP#${KEY}`,
  SK: 'R',
  fingerprint: '2L1xzt/+L3cTifOWU9It8PkhjMez5TP4avx+kKNDrUg=',
  operation: 'createAccount',
  actor: 'ada',
  correlation_id: 'stored-1',
  at: '2026-11-22T14:49:01.988Z',
  status: 201n,
  answer: Buffer.from(
    'jcs7C8IwGIXh/3LmRHKp1mYTcXAVdXApX5JvEGwruQgi/nep4O76nvO8cI1woBB6pcko671cWWNla7mRfkksO8+2sR23a2Ug' +
      'EGou08Cp/8JQs9QQuKcp1lB+MSUeCwRGGhgOm0hfOefwhMPudIBALlRqnvftcX/eQcDTjcYwE7VQCgIPTvk6jXBaICSmwrGn' +
      'AgejzEpqLY056sY1nVN60a3bCwTqPf7xe38A',
    'base64',
  ),
  events: [
    {
      id: 'evt_01a203bb-6324-702b-92b5-d81e26e2a902',
      type: 'account.created',
      aggregate: ID,
      version: 1n,
      payload_at: '',
    },
  ],
};

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  const client = openDirectClient();
  await client.send(new PutCommand({ TableName: ledger.tables.receipts, Item: stored }));
  client.destroy();
});
afterAll(() => ledger.stop());

test('replays a receipt of an earlier version byte for byte', async () => {
  const again = await ledger.call('createAccount', { key: KEY, body });

  expect(again.status).toBe(201);
  expect(again.text).toBe(inflateRawSync(stored.answer).toString('utf8'));
  expect(again.body).toMatchObject({ id: ID, name: 'Ada' });
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(again.headers['Location']).toContain(`/api/accounts/${ID}`);
  expect(await readAllItems(ledger.tables.ledger)).toEqual([]);
});

test('refuses its key to another request', async () => {
  const other = await ledger.call('createAccount', { key: KEY, body: { ...body, name: 'Eve' } });

  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  expect(await readAllItems(ledger.tables.ledger)).toEqual([]);
});

test('a receipt still has the same attributes and fingerprint, besides its digest, feed and salt', async () => {
  const correlationId = 'stored-1';
  const opened = await ledger.call('createAccount', {
    key: KEY,
    body,
    tenant: 'globex',
    correlationId,
  });

  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find(({ PK }) => PK.startsWith('T#globex#'));
  const [event] = stored.events;
  expect(receipt).toEqual({
    ...stored,
    PK: `T#globex#RCP#${KEY}`,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    answer: expect.any(Uint8Array),
    digest: Buffer.from(computeReceiptDigest(receipt as Item), 'hex'),
    feed: expect.stringMatching(/^T#globex#F[0-3]$/),
    salt: expect.any(Uint8Array),
    events: [{ ...event, id: expect.stringMatching(/^evt_/), aggregate: opened.body.id }],
  });
});

test('receipts have salts of 16 bytes of their own, and spread over the shards of the feed', async () => {
  const identity = await RequestIdentity.of({ tenant: 'acme', idempotencyKey: KEY }, 'f', 1_000);
  const author = { tenant: 'acme', operation: 'o', actor: 'ada', correlationId: 'c', identity };
  const receipts = Array.from({ length: 40 }, () => {
    const answer = { status: 201, text: '{}' };
    const { salt, feed } = toReceiptItem({ ...author, shards: 2 }, answer, [], new Date());
    return { salt: Buffer.from(salt as Uint8Array).toString('hex'), feed };
  });

  expect(new Set(receipts.map(({ salt }) => salt)).size).toBe(40);
  expect(receipts.every(({ salt }) => salt.length === 32)).toBe(true);
  expect(new Set(receipts.map(({ feed }) => feed))).toEqual(new Set(['T#acme#F0', 'T#acme#F1']));
});

test('the input of the digest is fixed', () => {
  expect(computeReceiptDigest(stored)).toBe('74b51115e8cc367a28021327fadd7378');
});
