// A function whose variables are not those of its deployment ends at its start, before it serves anyone.
import { afterEach, expect, test } from '@jest/globals';
import { readWebhookReach } from '../../functions/runtime/environment.ts';

afterEach(() => {
  delete process.env.WEBHOOK_REACH;
});

test.each(['INTERNET', 'LOOPBACK'])('webhooks may reach: %s', (reach) => {
  process.env.WEBHOOK_REACH = reach;

  expect(readWebhookReach()).toBe(reach);
});

test.each(['', 'loopback', 'EVERYWHERE', 'INTERNET '])(
  'no webhook is called where the reach is "%s"',
  (reach) => {
    process.env.WEBHOOK_REACH = reach;

    expect(readWebhookReach).toThrow(/WEBHOOK_REACH/);
  },
);
