// How long a delivery is attempted, what ends it, and what is kept of it (docs/webhooks.md).
import { expect, test } from '@jest/globals';
import {
  abandonDelivery,
  isLost,
  leaseDelivery,
  redriveDelivery,
  settleAttempt,
  startDelivery,
} from '../../../functions/domain/webhooks/deliveries.ts';
import type { Delivery, DeliveryFailure } from '../../../functions/domain/webhooks/deliveries.ts';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const REDRIVE = 'evt_2';
const HOUR_SECONDS = 3_600;
const THIRTY_DAYS_LATER_SECONDS = Date.parse('2026-12-20T09:00:00.000Z') / 1_000;

const started = startDelivery(
  {
    webhookId: 'whk_1',
    eventId: 'evt_1',
    eventType: 'account.created',
    aggregateId: 'acc_1',
    receiptKey: 'key-1',
  },
  NOW,
);

interface AttemptAnswer {
  readonly status?: number;
  readonly milliseconds?: number;
  readonly random?: number;
}

/** The delivery after an attempt that started and ended at that time. */
function attempt(delivery: Delivery, { random = 0, ...answer }: AttemptAnswer = {}): Delivery {
  const made = { at: NOW.toISOString(), milliseconds: 20, status: 503, ...answer };
  return settleAttempt(delivery, made, { now: NOW, random });
}

/** The deliveries after each of the attempts, all of which fail. */
function failAll(delivery: Delivery, random = 0): Delivery[] {
  const all: Delivery[] = [];
  for (let last = delivery; last.state === 'PENDING';) {
    last = attempt(last, { random, milliseconds: all.length });
    all.push(last);
  }
  return all;
}

const listPauses = (random: number) =>
  failAll(started, random)
    .flatMap(({ dueAt }) => dueAt ?? [])
    .map((dueAt) => (Date.parse(dueAt) - NOW.getTime()) / 1_000);

test('ten attempts follow each other after 5 seconds to 24 hours, in 75 hours', () => {
  const pauses = listPauses(0);

  expect(pauses).toEqual([
    5,
    300,
    1_800,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_SECONDS),
  ]);
  const all = failAll(started);
  expect(all).toHaveLength(10);
  expect(all.at(-1)).toMatchObject({ state: 'DEAD', failure: 'ATTEMPTS_EXHAUSTED' });
  expect(all.at(-1)).not.toHaveProperty('dueAt');
});

test('a pause is up to a tenth longer, and never shorter', () => {
  expect(listPauses(0.5)).toEqual([
    5.25, 315, 1_890, 7_560, 18_900, 37_800, 52_920, 75_600, 90_720,
  ]);
});

test.each([
  [undefined, 'PENDING'],
  [199, 'PENDING'],
  [200, 'DELIVERED'],
  [299, 'DELIVERED'],
  [300, 'PENDING'],
  [302, 'PENDING'],
  [404, 'PENDING'],
  [410, 'DEAD'],
  [500, 'PENDING'],
])('after an answer of %s the delivery is %s', (status, state) => {
  const made = { at: NOW.toISOString(), milliseconds: 20, ...(status && { status }) };
  const settled = settleAttempt(started, made, { now: NOW, random: 0 });

  expect(settled.state).toBe(state);
  expect(settled.dueAt !== undefined).toBe(state === 'PENDING');
});

test('whatever happens to a delivery takes it from the stream, and counts its changes', () => {
  const changed = [
    attempt(started),
    attempt(started, { status: 204 }),
    abandonDelivery(started, 'WEBHOOK_DELETED', NOW),
    leaseDelivery(started, NOW),
  ];

  expect(started).toMatchObject({ fresh: 'Y', revision: 1 });
  for (const delivery of changed) {
    expect(delivery).not.toHaveProperty('fresh');
    expect(delivery.revision).toBe(2);
  }
});

test('a delivery is kept for thirty days after its last change', () => {
  const kept = [started, attempt(started), attempt(started, { status: 204 })];

  expect(kept.map(({ expiresAt }) => expiresAt)).toEqual(kept.map(() => THIRTY_DAYS_LATER_SECONDS));
});

test('an attempt that ends with its process leaves the delivery to others after two minutes', () => {
  expect(leaseDelivery(started, NOW)).toMatchObject({
    state: 'PENDING',
    dueAt: '2026-11-20T09:02:00.000Z',
  });
  expect(started.dueAt).toBe('2026-11-20T09:02:00.000Z');
});

test('a redriven delivery has ten attempts again, and keeps the newest twenty', () => {
  const dead = failAll(started).at(-1) ?? started;
  const again = failAll(redriveDelivery(dead, REDRIVE, NOW));
  const last = failAll(redriveDelivery(again.at(-1) ?? started, REDRIVE, NOW));

  expect([again.length, last.length]).toEqual([10, 10]);
  expect(last.at(-1)?.attempts).toHaveLength(20);
  // Of the first series all but its first attempt, the second one, and the first attempt of the third.
  expect(last[0]?.attempts.map(({ milliseconds }) => milliseconds)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0,
  ]);
  const redriven = redriveDelivery(dead, REDRIVE, NOW);
  expect(redriven).toMatchObject({ state: 'PENDING', fresh: 'Y' });
  expect(redriven).not.toHaveProperty('failure');
});

test.each<[DeliveryFailure, boolean]>([
  ['ATTEMPTS_EXHAUSTED', true],
  ['RECEIVER_GONE', true],
  ['WEBHOOK_SUSPENDED', true],
  ['EVENT_NOT_FOUND', true],
  ['WEBHOOK_DISABLED', false],
  ['WEBHOOK_DELETED', false],
])('a dead letter by %s needs attention: %s', (failure, isNeeded) => {
  expect(isLost(abandonDelivery(started, failure, NOW))).toBe(isNeeded);
});

test('what is delivered or waits for an attempt is not lost', () => {
  expect([started, attempt(started), attempt(started, { status: 204 })].map(isLost)).toEqual([
    false,
    false,
    false,
  ]);
});
