import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { integration, restApi, startFixture } from '../fixture.ts';

const ECHO = `export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`;

let fixture: Awaited<ReturnType<typeof startFixture>>;
let port: number;
beforeAll(async () => {
  const paths = {
    '/echo/{id}': { get: integration('echo') },
    '/echo': { post: integration('echo') },
  };
  fixture = await startFixture({ echo: ECHO }, restApi('test-ledger', { paths }));
  port = Number(new URL(fixture.urls.base_url ?? '').port);
});
afterAll(() => fixture.stop());

/** More than the first call of a function takes on a busy machine. */
const SILENCE_MAX_MS = 60_000;

/** Sends the bytes and returns everything received until either side closes the connection. */
function exchange(...chunks: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy());
    socket.on('data', (bytes) => (received += bytes.toString('latin1')));
    socket.on('error', (error) => (received ? resolve(received) : reject(error)));
    socket.on('close', () => resolve(received));
    chunks.forEach((chunk) => socket.write(chunk));
  });
}

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;

test.each<[string, (string | Buffer)[], RegExp]>([
  ['no HTTP', ['hello\r\n\r\n'], /^HTTP\/1.1 400/],
  ['TLS', [Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])], /^HTTP\/1.1 400/],
  ['a NUL in the path', [get('/echo/a\0b')], /^HTTP\/1.1 400/],
  ['a NUL in a header', [get('/echo/a', 'X-A: a\0b\r\n')], /^HTTP\/1.1 400/],
  ['malformed percent-encoding', [get('/echo/%zz')], /^HTTP\/1.1 400/],
  ['an incomplete percent-encoded character', [get('/echo/%c3')], /^HTTP\/1.1 400/],
  ['malformed percent-encoding in the query', [get('/echo/a?x=%zz')], /^HTTP\/1.1 200/],
  ['a percent-encoded NUL', [get('/echo/%00')], /^HTTP\/1.1 200/],
  ['a URL of 20 kB', [get(`/echo/${'a'.repeat(20_000)}`)], /^HTTP\/1.1 431/],
  ['a header of 20 kB', [get('/echo/a', `X-A: ${'a'.repeat(20_000)}\r\n`)], /^HTTP\/1.1 431/],
  ['an absolute URL', [get('http://elsewhere.example/echo/a')], /^HTTP\/1.1 200/],
  ['an asterisk', ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], /^HTTP\/1.1 403/],
  ['no host', ['GET /echo/a HTTP/1.1\r\nConnection: close\r\n\r\n'], /^HTTP\/1.1 400/],
  ['HTTP/1.0', ['GET /echo/a HTTP/1.0\r\n\r\n'], /^HTTP\/1.1 200/],
  ['two lengths', [get('/echo/a', 'Content-Length: 1\r\nContent-Length: 2\r\n')], /^HTTP\/1.1 400/],
  [
    'a length together with chunks',
    [get('/echo/a', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')],
    /^HTTP\/1.1 400/,
  ],
  ['an upgrade', [get('/echo/a', 'Upgrade: websocket\r\n')], /^HTTP\/1.1 200/],
  ['an expectation that cannot be met', [get('/echo/a', 'Expect: miracles\r\n')], /^HTTP\/1.1 417/],
  [
    'a malformed chunk',
    ['POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    /^HTTP\/1.1 400/,
  ],
])('answers %s', async (_, chunks, expected) => {
  expect(await exchange(...chunks)).toMatch(expected);
});

test('answers 100 Continue to a client that expects it', async () => {
  const head =
    'POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';

  expect(await exchange(head, '{}')).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
});

test('answers pipelined requests in order', async () => {
  const answers = await exchange(
    get('/echo/first').replace('Connection: close\r\n', ''),
    get('/echo/second'),
  );

  expect(answers.match(/"id":"\w+"/g)).toEqual(['"id":"first"', '"id":"second"']);
});

test('keeps every value of a repeated header', async () => {
  const answer = await exchange(
    get('/echo/a', 'X-Twice: 1\r\nx-twice: 2\r\nAuthorization: a\r\nAuthorization: b\r\n'),
  );

  expect(answer).toContain('"X-Twice":["1","2"]');
  expect(answer).toContain('"Authorization":["a","b"]');
});

test('survives clients that hang up in the middle', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
      setTimeout(() => socket.destroy(), 50);
    });
    socket.on('close', () => resolve());
  });

  expect(await exchange(get('/echo/a'))).toMatch(/^HTTP\/1.1 200/);
  expect(fixture.lines.filter((line) => line.includes('Error'))).toEqual([]);
});
