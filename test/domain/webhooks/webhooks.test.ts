// Which events a webhook gets, and with which secrets they are signed (docs/webhooks.md).
import { expect, test } from '@jest/globals';
import {
  createWebhook,
  deleteWebhook,
  isSubscribed,
  listSigningVersions,
  replaceWebhook,
  rotateSecret,
} from '../../../functions/domain/webhooks/webhooks.ts';
import type { WebhookContent } from '../../../functions/domain/webhooks/webhooks.ts';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const A_DAY_LATER = new Date('2026-11-21T09:00:00.000Z');
const A_MOMENT_BEFORE = new Date('2026-11-21T08:59:59.999Z');
const CONTENT = {
  url: 'https://receiver.example/',
  eventTypes: ['account.created'],
  enabled: true,
};

const create = (id: string, content: Partial<WebhookContent> = {}) =>
  createWebhook(id, { ...CONTENT, ...content }, { existing: 0, now: NOW });

const [some, all] = [create('whk_some'), create('whk_all', { eventTypes: ['*'] })];
const disabled = create('whk_disabled', { eventTypes: ['*'], enabled: false });
const deleted = deleteWebhook(create('whk_deleted', { eventTypes: ['*'] }), NOW);
const webhooks = [some, all, disabled, deleted];

const listSubscribed = (type: string, aggregateId: string) =>
  webhooks.filter((one) => isSubscribed(one, { type, aggregateId })).map(({ id }) => id);

test('a webhook gets the events of its types, if it is enabled', () => {
  expect(listSubscribed('account.created', 'acc_1')).toEqual(['whk_some', 'whk_all']);
  expect(listSubscribed('account.status_changed', 'acc_1')).toEqual(['whk_all']);
});

test('a test goes to the webhook that is tested, enabled or not, and to no other', () => {
  for (const id of ['whk_some', 'whk_all', 'whk_disabled']) {
    expect(listSubscribed('webhook.tested', id)).toEqual([id]);
  }
  expect(listSubscribed('webhook.tested', 'whk_deleted')).toEqual([]);
});

test('the secret before a rotation signs for a day, and not after it', () => {
  const rotated = rotateSecret(some, NOW);

  expect(listSigningVersions(some, NOW)).toEqual([1]);
  expect(listSigningVersions(rotated, NOW)).toEqual([2, 1]);
  expect(listSigningVersions(rotated, A_MOMENT_BEFORE)).toEqual([2, 1]);
  expect(listSigningVersions(rotated, A_DAY_LATER)).toEqual([2]);
  expect(listSigningVersions(rotateSecret(rotated, NOW), NOW)).toEqual([3, 2]);
});

test('a replacement leaves out what it does not name, and keeps the secret', () => {
  const described = create('whk_1', { description: 'The warehouse' });
  const replaced = replaceWebhook(rotateSecret(described, NOW), CONTENT, 2, NOW);

  expect(replaced).not.toHaveProperty('description');
  expect(replaced).toMatchObject({ secretVersion: 2, version: 3, ...CONTENT });
  expect(listSigningVersions(replaced, NOW)).toEqual([2, 1]);
});
