// Where a webhook cannot lead, and what a receiver cannot do to the sender.
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isCallable } from '../../functions/webhooks/public-addresses.ts';
import { sendRequest } from '../../functions/webhooks/send-request.ts';
import type { SendOptions } from '../../functions/webhooks/send-request.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';
import type { Receiver } from '../support/webhooks/receiver.ts';
import { buildSelfSigned } from '../support/webhooks/self-signed.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const send = (url: string, options: Partial<SendOptions> = {}) =>
  sendRequest({ url, headers: {}, body: '{}' }, { reach: 'INTERNET', ...options });

const resolvedTo =
  (...addresses: string[]): SendOptions['resolve'] =>
  (_, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    );

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '198.18.0.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2001:0:1::1',
  'localhost',
  '',
])('%s is no address of the internet', (address) => {
  expect(isCallable(address, 'INTERNET')).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '2a00:1450:4001:81b::200e'])(
  '%s is an address of the internet',
  (address) => {
    expect(isCallable(address, 'INTERNET')).toBe(true);
  },
);

test('one machine is reached only where the setting says so, and nothing beside it', () => {
  expect(isCallable('127.0.0.1', 'LOOPBACK')).toBe(true);
  expect(isCallable('::1', 'LOOPBACK')).toBe(true);
  expect(isCallable('10.0.0.1', 'LOOPBACK')).toBe(false);
  expect(isCallable('169.254.169.254', 'LOOPBACK')).toBe(false);
});

const NOT_PERMITTED = { code: 'address not permitted' };

test('connects to no address that is not public, whether the url has it or a name leads there', async () => {
  const { port } = new URL(receiver.url);

  await expect(send(receiver.url)).rejects.toMatchObject(NOT_PERMITTED);
  await expect(send(`http://[::1]:${port}/`)).rejects.toMatchObject(NOT_PERMITTED);
  // 127.0.0.1 in other words.
  await expect(send(`http://0x7f.1:${port}/`)).rejects.toMatchObject(NOT_PERMITTED);
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], []]) {
    const resolve = resolvedTo(...addresses);
    const sent = send(`http://receiver.example:${port}/`, { resolve } as SendOptions);
    await expect(sent).rejects.toMatchObject(NOT_PERMITTED);
  }
  expect(receiver.received).toEqual([]);
});

test('resolves a name once for a connection, so that no second answer takes its place', async () => {
  const { port } = new URL(receiver.url);
  let asked = 0;
  const resolve: SendOptions['resolve'] = (_, done) => {
    asked += 1;
    done(null, [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
  };
  const { status } = await send(`http://receiver.example:${port}/`, { reach: 'LOOPBACK', resolve });

  expect([status, asked]).toEqual([204, 1]);
});

const local = { reach: 'LOOPBACK' } as const;

test('follows no redirect', async () => {
  receiver.answerBy(
    (response) =>
      void response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
  );

  expect(await send(receiver.url, local)).toEqual({ status: 302, excerpt: '' });
});

test('takes the beginning of an answer without end, and waits no longer than it must', async () => {
  receiver.answerBy((response) => {
    response.writeHead(500);
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(1_024)));
    };
    response.on('drain', pour);
    pour();
  });
  expect(await send(receiver.url, local)).toEqual({ status: 500, excerpt: 'x'.repeat(256) });

  receiver.answerBy(() => undefined);
  const silent = send(receiver.url, { ...local, timeoutMs: 100 });
  await expect(silent).rejects.toMatchObject({ name: 'AbortError' });

  receiver.answerBy((response) => void response.writeHead(200).flushHeaders());
  const trickling = await send(receiver.url, { ...local, timeoutMs: 10_000 });
  expect(trickling).toEqual({ status: 200, excerpt: '' });
});

test('cuts an answer to text that can be stored', async () => {
  receiver.answerBy((response) => void response.writeHead(500).end(`a${'😀'.repeat(200)}`));
  const { excerpt } = await send(receiver.url, local);

  expect(excerpt).toMatch(/^a😀/);
  expect(excerpt.isWellFormed()).toBe(true);
});

test('fails where no authority has signed the certificate of the receiver', async () => {
  const posing = createTlsServer(buildSelfSigned(), (_, response) => void response.end());
  await new Promise<void>((resolve) => void posing.listen(0, '127.0.0.1', resolve));
  const { port } = posing.address() as AddressInfo;

  await expect(send(`https://127.0.0.1:${port}/`, local)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  posing.close();
});

test('fails where there is no receiver, and where its answer is none of HTTP', async () => {
  const greeter = createServer((socket) => void socket.end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((resolve) => void greeter.listen(0, '127.0.0.1', resolve));
  const { port: mail } = greeter.address() as AddressInfo;

  await expect(send('http://127.0.0.1:9/', local)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(send(`http://127.0.0.1:${mail}/`, local)).rejects.toMatchObject({
    code: expect.stringMatching(/^HPE_/),
  });
  greeter.close();
});

test('fails where the receiver answers with another protocol', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  const changer = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(switching);
  });
  await new Promise<void>((resolve) => void changer.listen(0, '127.0.0.1', resolve));
  const { port } = changer.address() as AddressInfo;

  await expect(send(`http://127.0.0.1:${port}/`, local)).rejects.toMatchObject({
    code: 'answered 101',
  });
  changer.close();
});
