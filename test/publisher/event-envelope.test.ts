// An event as the bus and the receivers of webhooks get it (docs/events.md): never larger than the bus takes.
import { expect, test } from '@jest/globals';
import { formatEnvelope } from '../../functions/publisher/event-envelope.ts';

/** The most that EventBridge takes in one call. */
const CALL_BYTES_MAX = 262_144;

const EVENT = {
  id: 'evt_1',
  type: 'journal_entry.posted',
  version: 3,
  aggregateId: 'jrn_1',
  occurredAt: '2026-11-20T19:24:42.417Z',
};
const HEAD = {
  id: 'evt_1',
  type: 'journal_entry.posted',
  version: 3,
  tenant_id: 'aurora',
  aggregate_id: 'jrn_1',
  actor: 'op_ada',
  correlation_id: 'flow-1',
  occurred_at: '2026-11-20T19:24:42.417Z',
};

function format(payload: unknown): string {
  const event = { ...EVENT, payload };
  const receipt = {
    tenant: 'aurora',
    actor: 'op_ada',
    operation: 'postJournalEntry',
    idempotencyKey: 'key-1',
    receiptId: 'rcp_1',
    occurredAt: EVENT.occurredAt,
    correlationId: 'flow-1',
    events: [event],
  };
  return formatEnvelope(receipt, event);
}

test('an event says what happened, to what, by whom, when and in which flow', () => {
  const payload = { id: 'jrn_1', amount: '12.50' };

  expect(JSON.parse(format(payload))).toEqual({ ...HEAD, payload });
});

test.each([
  ['ASCII', 'x'.repeat(300_000)],
  ['other characters, of which each takes three bytes', '漢'.repeat(100_000)],
])('leaves out a payload that is too large for the bus: %s', (_, text) => {
  expect(JSON.parse(format({ text }))).toEqual({ ...HEAD, payload_omitted: true });
});

test.each([200_000, 249_000, 251_000, 262_000, 263_000])(
  'fits into a call with a payload of %i bytes',
  (bytes) => {
    const text = format('x'.repeat(bytes));

    expect(Buffer.byteLength(text)).toBeLessThan(CALL_BYTES_MAX - 1_000);
  },
);

test('keeps a payload that the bus takes', () => {
  const text = 'x'.repeat(240_000);

  expect(JSON.parse(format({ text }))).toEqual({ ...HEAD, payload: { text } });
});
