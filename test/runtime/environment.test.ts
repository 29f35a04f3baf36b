// A function whose variables are not those of its deployment ends at its start, before it serves anyone.
import { afterEach, expect, test } from '@jest/globals';
import { readReferenceEnvironment, readWebhookReach } from '../../functions/runtime/environment.ts';

const REFERENCE = {
  API: 'ledger',
  ISSUERS: '[]',
  REFERENCE_CLIENT_ID: 'api-reference',
  CONSOLE_ORIGIN: 'https://console.bank.example',
};

afterEach(() => {
  for (const name of ['WEBHOOK_REACH', ...Object.keys(REFERENCE)]) delete process.env[name];
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

test('the reference has its API and the client that signs in there', () => {
  Object.assign(process.env, REFERENCE);

  expect(readReferenceEnvironment()).toEqual({
    api: 'ledger',
    issuers: '[]',
    clientId: 'api-reference',
    consoleOrigin: 'https://console.bank.example',
  });
});

test('a stage without issuers and without a console has a reference too', () => {
  const { API, REFERENCE_CLIENT_ID } = REFERENCE;
  Object.assign(process.env, { API, REFERENCE_CLIENT_ID });

  expect(readReferenceEnvironment()).toEqual({ api: 'ledger', clientId: 'api-reference' });
});

test.each(['API', 'REFERENCE_CLIENT_ID'])('the reference does not start without its %s', (name) => {
  Object.assign(process.env, { ...REFERENCE, [name]: '' });
  expect(readReferenceEnvironment).toThrow(`environment variable ${name} is not set`);

  delete process.env[name];
  expect(readReferenceEnvironment).toThrow(`environment variable ${name} is not set`);
});
