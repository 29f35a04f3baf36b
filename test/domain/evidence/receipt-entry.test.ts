// The entry of a receipt is canonical JSON that covers all of the receipt, fits a bundle at any number of
// records, and is read back strictly.
import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  computeJsonDigest,
  formatCanonicalJson,
} from '../../../functions/domain/values/canonical-json.ts';
import { ENTRY_BYTES_MAX } from '../../../functions/domain/evidence/entry-bundles.ts';
import {
  buildReceiptEntry,
  listRecords,
  parseReceiptEntry,
} from '../../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptFacts } from '../../../functions/domain/evidence/receipt-entry.ts';
import { fc } from '../../support/nouns/properties.ts';

const SHA256 = 'ab'.repeat(32);

const FACTS: ReceiptFacts = {
  receiptId: 'rcp_00112233445566778899aabbccddeeff',
  at: '2026-01-15T10:00:00.000Z',
  operation: 'postJournalEntry',
  actor: 'opr_1',
  correlationId: 'cor-1',
  fingerprint: SHA256,
  status: 201,
  answer: '{"id":"jrn_1"}',
  events: [{ type: 'journal_entry.posted', aggregateId: 'jrn_1', payload: { b: 1, a: 'é' } }],
  journalEntries: [{ id: 'jrn_1', digest: SHA256 }],
  digest: '00'.repeat(16),
  salt: Buffer.from('0102030405060708090a0b0c0d0e0f10', 'hex'),
};

test('an entry is canonical JSON of the receipt with digests of its answer and its records', () => {
  const members = {
    actor: 'opr_1',
    answer_sha256: hash('sha256', '{"id":"jrn_1"}', 'hex'),
    at: '2026-01-15T10:00:00.000Z',
    correlation_id: 'cor-1',
    digest: '00'.repeat(16),
    fingerprint: SHA256,
    operation: 'postJournalEntry',
    receipt_id: 'rcp_00112233445566778899aabbccddeeff',
    records: [
      {
        id: 'jrn_1',
        sha256: hash('sha256', '{"a":"é","b":1}', 'hex'),
        type: 'journal_entry.posted',
      },
      { id: 'jrn_1', sha256: SHA256, type: 'journal_entry' },
    ],
    salt: '0102030405060708090a0b0c0d0e0f10',
    status: 201,
    v: 1,
  };
  const entry = buildReceiptEntry(FACTS);

  // The members above are in the order of RFC 8785.
  expect(entry.toString()).toBe(JSON.stringify(members));
  expect(parseReceiptEntry(entry)).toEqual(members);
});

const changes = fc.constantFrom<Partial<ReceiptFacts>>(
  { receiptId: 'rcp_2' },
  { at: '2026-01-15T10:00:00.001Z' },
  { operation: 'other' },
  { actor: 'opr_2' },
  { correlationId: 'cor-2' },
  { fingerprint: 'cd'.repeat(32) },
  { status: 202 },
  { answer: '{"id": "jrn_1"}' },
  { events: [] },
  { events: [{ type: 'journal_entry.posted', aggregateId: 'jrn_1', payload: { b: 2, a: 'é' } }] },
  { journalEntries: [] },
  { digest: '01'.repeat(16) },
  { salt: Buffer.alloc(16) },
);

test('whatever of a receipt is changed gives another entry', () => {
  fc.assert(
    fc.property(changes, (change) => {
      expect(buildReceiptEntry({ ...FACTS, ...change })).not.toEqual(buildReceiptEntry(FACTS));
    }),
  );
});

const buildEvents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'policy.rule_matched',
    aggregateId: `jrn_${index}`,
    payload: { index },
  }));

test('an entry that would be too long lists its journal entries and one digest of all records', () => {
  const journalEntries = Array.from({ length: 99 }, (_, index) => {
    return { id: `jrn_${index}`, digest: SHA256 };
  });
  const few = { ...FACTS, journalEntries, events: buildEvents(300) };
  const many = { ...few, events: buildEvents(2000) };
  const whole = parseReceiptEntry(buildReceiptEntry(few));
  const short = buildReceiptEntry(many);
  const entry = parseReceiptEntry(short);

  expect(whole.records).toHaveLength(399);
  expect(whole).not.toHaveProperty('records_sha256');
  expect(short.byteLength).toBeLessThanOrEqual(ENTRY_BYTES_MAX);
  expect(entry.records).toEqual(listRecords({ events: [], journalEntries }));
  expect(entry.records_sha256).toBe(computeJsonDigest(listRecords(many)));
});

test('the last entry that fits is whole, and one byte more makes it short', () => {
  const events = buildEvents(500);
  const free = ENTRY_BYTES_MAX - buildReceiptEntry({ ...FACTS, events }).byteLength;
  const filled = (more: number) =>
    parseReceiptEntry(buildReceiptEntry({ ...FACTS, events, actor: `opr_1${'x'.repeat(more)}` }));

  expect(free).toBeGreaterThan(0);
  expect(filled(free).records_sha256).toBeUndefined();
  expect(filled(free + 1).records_sha256).toBeDefined();
});

test.each([
  ['other JSON', '{"v":1}', 'is not that of a receipt'],
  ['no JSON', 'v=1', 'is not JSON'],
  ['null', 'null', 'is not that of a receipt'],
])('%s is not an entry', (_, text, fault) => {
  expect(() => parseReceiptEntry(Buffer.from(text))).toThrow(fault);
});

test('an entry in another spelling, or of another version or type, is refused', () => {
  const entry = parseReceiptEntry(buildReceiptEntry(FACTS));
  const encode = (value: object) => Buffer.from(formatCanonicalJson(value));
  const spaced = Buffer.from(JSON.stringify(entry, undefined, 1));
  const broken = Buffer.from(buildReceiptEntry(FACTS));
  broken[broken.indexOf('opr_1')] = 0xff;

  expect(() => parseReceiptEntry(spaced)).toThrow('is not canonical JSON');
  expect(() => parseReceiptEntry(broken)).toThrow('is not canonical JSON');
  const wrong = [
    { v: 2 },
    { status: '201' },
    { records: [{}] },
    { salt: 1 },
    { records_sha256: 1 },
  ];
  for (const member of wrong) {
    expect(() => parseReceiptEntry(encode({ ...entry, ...member }))).toThrow('that of a receipt');
  }
});
