// When the receiver of a webhook is suspended, and what ends that (docs/webhooks.md).
import { expect, test } from '@jest/globals';
import {
  judgeAttempt,
  judgeCrossedAttempt,
  readCurrentHealth,
} from '../../../functions/domain/webhooks/webhook-health.ts';
import { createWebhook, replaceWebhook } from '../../../functions/domain/webhooks/webhooks.ts';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const AT = NOW.toISOString();
const FIVE_DAYS_LATER = '2026-11-25T09:00:00.000Z';
const A_MOMENT_BEFORE = '2026-11-25T08:59:59.999Z';
const CONTENT = { url: 'https://receiver.example/', eventTypes: ['*'], enabled: true };

const webhook = createWebhook('whk_1', CONTENT, { existing: 0, now: NOW });
const changed = replaceWebhook(webhook, CONTENT, 1, NOW);

const answer = (at: string, status?: number) => ({
  at,
  milliseconds: 20,
  ...(status === undefined ? { error: 'timed out' } : { status }),
});
const subject = { webhookId: 'whk_1', webhookVersion: 1 };
const failing = { ...subject, failingSince: AT, judgedAt: AT, revision: 1 };
const suspended = {
  ...failing,
  suspendedAt: FIVE_DAYS_LATER,
  judgedAt: FIVE_DAYS_LATER,
  revision: 2,
};

test('the first failure is noted, and others change nothing for five days', () => {
  expect(judgeAttempt(undefined, webhook, answer(AT, 500))).toEqual(failing);
  expect(judgeAttempt(failing, webhook, answer(A_MOMENT_BEFORE, 500))).toBeUndefined();
  expect(judgeAttempt(failing, webhook, answer(A_MOMENT_BEFORE))).toBeUndefined();
});

test('a webhook is suspended when its receiver has failed for five days', () => {
  expect(judgeAttempt(failing, webhook, answer(FIVE_DAYS_LATER))).toEqual(suspended);
  expect(judgeAttempt(suspended, webhook, answer('2026-11-26T09:00:00.000Z'))).toBeUndefined();
});

test('a receiver that is gone is suspended at once', () => {
  expect(judgeAttempt(undefined, webhook, answer(AT, 410))).toEqual({
    ...failing,
    suspendedAt: AT,
  });
});

test('a receiver that takes an event has failed no more, and one that takes all is not noted', () => {
  const sound = { ...subject, judgedAt: FIVE_DAYS_LATER, revision: 3 };

  expect(judgeAttempt(suspended, webhook, answer(FIVE_DAYS_LATER, 204))).toEqual(sound);
  expect(judgeAttempt(sound, webhook, answer(FIVE_DAYS_LATER, 204))).toBeUndefined();
  expect(judgeAttempt(undefined, webhook, answer(AT, 204))).toBeUndefined();
  expect(judgeAttempt(sound, webhook, answer(FIVE_DAYS_LATER, 500))).toEqual({
    ...sound,
    failingSince: FIVE_DAYS_LATER,
    revision: 4,
  });
});

test('an attempt says nothing any more of a receiver that a newer one has judged meanwhile', () => {
  const sound = { ...subject, judgedAt: FIVE_DAYS_LATER, revision: 3 };

  expect(judgeCrossedAttempt(sound, webhook, answer(A_MOMENT_BEFORE, 500))).toBeUndefined();
  expect(judgeCrossedAttempt(sound, webhook, answer(A_MOMENT_BEFORE, 410))).toBeUndefined();
  expect(judgeCrossedAttempt(suspended, webhook, answer(A_MOMENT_BEFORE, 204))).toBeUndefined();
  expect(judgeCrossedAttempt(suspended, webhook, answer(FIVE_DAYS_LATER, 204))).toEqual({
    ...sound,
    revision: 3,
  });
  expect(judgeCrossedAttempt(undefined, webhook, answer(AT, 500))).toEqual(failing);
});

test('an attempt says nothing of a webhook that has changed since and was judged', () => {
  const judged = { ...failing, webhookVersion: 2 };

  expect(judgeAttempt(judged, webhook, answer(FIVE_DAYS_LATER, 410))).toBeUndefined();
  expect(judgeAttempt(judged, webhook, answer(FIVE_DAYS_LATER, 204))).toBeUndefined();
});

test('judges on from what earlier versions have stored', () => {
  const stored = { ...subject, failingSince: AT };

  expect(judgeAttempt(stored, webhook, answer(FIVE_DAYS_LATER, 204))).toEqual({
    ...subject,
    judgedAt: FIVE_DAYS_LATER,
    revision: 1,
  });
});

test('a change of the webhook ends its suspension, and its failures count from then on', () => {
  expect(readCurrentHealth(suspended, webhook)).toEqual(suspended);
  expect(readCurrentHealth(suspended, changed)).toBeUndefined();
  expect(judgeAttempt(suspended, changed, answer(FIVE_DAYS_LATER, 500))).toEqual({
    webhookId: 'whk_1',
    webhookVersion: 2,
    failingSince: FIVE_DAYS_LATER,
    judgedAt: FIVE_DAYS_LATER,
    revision: 3,
  });
});
