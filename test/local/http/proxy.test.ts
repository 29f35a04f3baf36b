import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startEndpoint } from '../../../local/http/endpoint.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';
import { readBody, startProxy } from '../../../local/http/proxy.ts';
import type { BufferedAnswer, ProxyStage } from '../../../local/http/proxy.ts';

interface ServiceRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly response: ServerResponse;
}

let service: Endpoint;
let received: ServiceRequest[];
let answerRequest: (response: ServerResponse) => void;
const proxies: Endpoint[] = [];
beforeEach(async () => {
  received = [];
  answerRequest = (response) =>
    response.writeHead(201, ['X-Part', 'one', 'X-Part', 'two']).end('done');
  service = await startEndpoint(async (request, response) => {
    const { headers } = request;
    received.push({ headers, body: await text(request), response });
    answerRequest(response);
  });
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop();
  await service.stop();
});

async function startStage(stage: ProxyStage): Promise<string> {
  const address = new URL(service.endpoint);
  const proxy = await startProxy(() => address, stage);
  proxies.push(proxy);
  return proxy.endpoint;
}

const post = (endpoint: string) => fetch(endpoint, { method: 'POST', body: 'asked' });

/** Sends a request and gives up once the service has received it. */
async function abandonRequest(endpoint: string): Promise<ServiceRequest> {
  const client = httpRequest(endpoint, { method: 'POST' }).on('error', () => undefined);
  const closed = new Promise((resolve) => client.on('close', resolve));
  const arrived = new Promise<void>((resolve) => {
    answerRequest = () => resolve();
  });
  client.end('asked');
  await arrived;
  client.destroy();
  await closed;
  return received[0] as ServiceRequest;
}

test('a request passes with its headers, and so does its answer', async () => {
  const endpoint = await startStage((request, { pass }) => pass(request));

  const answer = await fetch(endpoint, { method: 'POST', body: 'asked', headers: { 'x-a': '1' } });

  expect([answer.status, await answer.text()]).toEqual([201, 'done']);
  expect(answer.headers.get('x-part')).toBe('one, two');
  expect(received).toMatchObject([{ body: 'asked', headers: { 'x-a': '1' } }]);
});

test('a changed body has its own length', async () => {
  const endpoint = await startStage(async (request, { carryOut }) => {
    const body = `${(await readBody(request)).toString()} für viel Geld`;
    return carryOut({ ...request, body });
  });

  expect(await (await post(endpoint)).text()).toBe('done');
  expect(received).toMatchObject([
    { body: 'asked für viel Geld', headers: { 'content-length': '20' } },
  ]);
});

test('a stage answers in place of the service', async () => {
  const endpoint = await startStage(() => ({ status: 418, headers: {}, body: 'short' }));

  const answer = await post(endpoint);

  expect([answer.status, await answer.text()]).toEqual([418, 'short']);
  expect(received).toEqual([]);
});

test.each(['broken by the stage', 'broken by its error', 'broken by the service'])(
  'a connection is %s',
  async (cause) => {
    answerRequest = (response) => response.destroy();
    const endpoint = await startStage((request, { pass }) => {
      if (cause === 'broken by its error') throw new Error('The stage fails.');
      return cause === 'broken by the stage' ? 'broken' : pass(request);
    });

    await expect(post(endpoint)).rejects.toThrow('fetch failed');
  },
);

test('an answer that fails midway breaks the connection after what was sent', async () => {
  answerRequest = (response) => response.write('half', () => response.destroy());
  const endpoint = await startStage((request, { pass }) => pass(request));

  const reader = (await post(endpoint)).body?.getReader();

  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('half');
  await expect(reader?.read()).rejects.toThrow('terminated');
});

test('a request ends with its caller', async () => {
  const endpoint = await startStage((request, { pass }) => pass(request));

  const { response } = await abandonRequest(endpoint);

  if (!response.destroyed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

test('a request that is carried out outlives its caller', async () => {
  let answered: Promise<BufferedAnswer> | undefined;
  const endpoint = await startStage((request, { carryOut }) => {
    answered = carryOut(request);
    return answered;
  });

  const { response } = await abandonRequest(endpoint);
  response.end('done late');

  expect((await answered)?.body.toString()).toBe('done late');
});
