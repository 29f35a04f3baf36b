// The client against failing networks and services.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import {
  ledgerClient,
  RefusalError,
  requireData,
  TokenError,
  UnansweredError,
} from '../../client/client.ts';
import type { ClientOptions } from '../../client/client.ts';

interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly token: string | undefined;
  readonly correlation: string | undefined;
  readonly body: string;
}

type Behaviour = (request: IncomingMessage, answer: ServerResponse) => void;

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** An API whose successive answers are given by the list; the last one repeats. */
async function api(...behaviours: Behaviour[]) {
  const calls: ApiCall[] = [];
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { authorization, ...headers } = request.headers;
      calls.push({
        method: request.method ?? '',
        path: request.url ?? '',
        key: headers['idempotency-key'] as string | undefined,
        token: authorization,
        correlation: headers['x-correlation-id'] as string | undefined,
        body,
      });
      behaviours[Math.min(calls.length, behaviours.length) - 1]?.(request, answer);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const options: ClientOptions = {
    baseUrl: `http://127.0.0.1:${port}`,
    token: (isRefused) => (isRefused ? 'new' : 'old'),
    firstPauseMs: 1,
    longestPauseMs: 5,
  };
  return { calls, options };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (_, answer) =>
    void answer
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const account = { id: 'acc_1', balance: '0.00' };
const created = json(201, account);
const refused = (code: string) =>
  json(503, { statusCode: 503, code, message: 'Not now.' }, { 'retry-after': '1' });
const busy = refused('contention');
const unknown = refused('outcome_unknown');
const silence: Behaviour = () => undefined;
const cutOff: Behaviour = (request) => void request.socket.destroy();
const halfAnAnswer: Behaviour = (request, answer) => {
  answer.writeHead(201, { 'content-length': '100' }).write('{"id":');
  setImmediate(() => request.socket.destroy());
};

const body = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test.each([
  ['a busy answer', busy],
  ['an outcome that the store did not confirm', unknown],
  ['a lost answer', cutOff],
  ['half an answer', halfAnAnswer],
  ['a server error', json(500, { statusCode: 500 })],
  ['too many requests', json(429, { statusCode: 429 })],
])('repeats the request under the same key and body after %s', async (_, failure) => {
  const { calls, options } = await api(failure, failure, created);

  const answer = await ledgerClient(options).POST('/api/accounts', { body });

  expect(answer.data).toEqual(account);
  expect(calls).toHaveLength(3);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(calls[0]?.key).toMatch(/^[A-Za-z0-9._:-]{16,128}$/);
  expect(calls.map((one) => JSON.parse(one.body) as unknown)).toEqual([body, body, body]);
});

test('keeps a key of the caller and sends none with a read', async () => {
  const { calls, options } = await api(busy, created, json(200, []));
  const client = ledgerClient({ ...options, correlationId: 'flow-1' });
  const header = { 'Idempotency-Key': 'mine-0123456789abcdef' };

  await client.POST('/api/accounts', { body, params: { header } });
  await client.GET('/api/accounts');

  expect(calls.map(({ method, key, correlation }) => [method, key, correlation])).toEqual([
    ['POST', 'mine-0123456789abcdef', 'flow-1'],
    ['POST', 'mine-0123456789abcdef', 'flow-1'],
    ['GET', undefined, 'flow-1'],
  ]);
});

const page = (ids: string[], cursor?: string) => {
  const headers = { link: `<?cursor=${cursor}>; rel="next"`, 'x-next-cursor': cursor ?? '' };
  return json(
    200,
    ids.map((id) => ({ id })),
    cursor === undefined ? {} : headers,
  );
};

test('follows the cursors of an array list to its end', async () => {
  const { calls, options } = await api(page(['a', 'b'], 'c1'), page([], 'c 2'), busy, page(['c']));

  const { data, response } = await ledgerClient(options).GET('/api/workflows/trigger/{trigger}', {
    params: { path: { trigger: 'DUE' } },
  });

  expect(data?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(response.headers.has('x-next-cursor') || response.headers.has('link')).toBe(false);
  expect(calls.map(({ path }) => path.replace('/api/workflows/trigger/DUE', ''))).toEqual([
    '',
    '?cursor=c1',
    '?cursor=c+2',
    '?cursor=c+2',
  ]);
});

test('never returns a part of a list as the whole', async () => {
  const { options } = await api(page(['a'], 'c1'), json(403, { statusCode: 403 }));

  const { data, error } = await ledgerClient(options).GET('/api/accounts');

  expect(data).toBeUndefined();
  expect(error).toEqual({ statusCode: 403 });
});

test.each([{ limit: 1 }, { cursor: 'c0' }])(
  'leaves a list to a caller that pages it with %j',
  async (query) => {
    const { calls, options } = await api(page(['a'], 'c1'));

    const { data, response } = await ledgerClient(options).GET('/api/accounts', {
      params: { query },
    });

    expect(data).toHaveLength(1);
    expect(response.headers.get('x-next-cursor')).toBe('c1');
    expect(calls).toHaveLength(1);
  },
);

test('ends after the allowed attempts without an answer, and names the key to continue with', async () => {
  const { calls, options } = await api(cutOff);

  const failure = await ledgerClient({ ...options, attempts: 4 })
    .POST('/api/accounts', { body })
    .catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(UnansweredError);
  expect(calls).toHaveLength(4);
  expect((failure as UnansweredError).idempotencyKey).toBe(calls[0]?.key);
});

const page502: Behaviour = (_, answer) =>
  void answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
const empty502: Behaviour = (_, answer) => void answer.writeHead(502).end();

test.each([
  ['an unknown outcome', unknown, 503, 'outcome_unknown', true],
  ['a page of something between', page502, 502, 'unexpected_answer', true],
  ['no body', empty502, 502, 'unexpected_answer', true],
  ['a busy store', busy, 503, 'contention', false],
])('names the key to continue with after %s', async (_, behaviour, ...expected) => {
  const { calls, options } = await api(behaviour);
  const client = ledgerClient({ ...options, attempts: 2 });

  const failure = await requireData(client.POST('/api/accounts', { body })).catch(
    (error: unknown) => error,
  );

  expect(failure).toBeInstanceOf(RefusalError);
  const refusal = failure as RefusalError;
  expect([refusal.status, refusal.code, refusal.isOutcomeUnknown]).toEqual(expected);
  expect(refusal.idempotencyKey).toBe(calls[0]?.key);
});

const refusal = (status: number, code: string) =>
  json(status, { statusCode: status, code, message: 'No.' });
const denied = refusal(403, 'permission_denied');

test.each<[string, boolean, ...Behaviour[]]>([
  ['contention after a lost answer', true, cutOff, busy],
  ['throttling after a lost answer', true, cutOff, refusal(429, 'throttled')],
  ['a lost permission after a 502', true, empty502, denied],
  ['a refused token after a 504', true, refusal(504, 'timed_out'), refusal(401, 'unauthorized')],
  ['a page of something between after a lost answer', true, cutOff, json(404, {})],
  ['a path that is gone after a lost answer', true, cutOff, refusal(404, 'route_not_found')],
  ['a conflict after a lost answer', false, cutOff, refusal(409, 'account_not_active')],
  ['a rule of the product after a lost answer', false, cutOff, refusal(403, 'policy_denied')],
  ['an invalid body after a lost answer', false, cutOff, refusal(400, 'invalid_request')],
  ['a lost permission after contention', false, busy, denied],
])('knows what %s leaves open: %s', async (_, isOutcomeUnknown, ...behaviours) => {
  const { calls, options } = await api(...behaviours);
  const client = ledgerClient({ ...options, attempts: 3 });

  const failure = await requireData(client.POST('/api/accounts', { body })).catch(
    (error: unknown) => error,
  );

  expect(failure).toBeInstanceOf(RefusalError);
  expect(failure).toMatchObject({ isOutcomeUnknown, idempotencyKey: calls[0]?.key });
});

test.each([
  ['an attempt without an answer', cutOff, UnansweredError],
  ['a server error', empty502, UnansweredError],
  ['contention, which recorded nothing', busy, TokenError],
])('without another token after %s throws %p', async (_, behaviour, expected) => {
  const { calls, options } = await api(behaviour);
  const token = () => {
    if (calls.length === 0) return 'first';
    throw new TokenError('invalid_grant', 'the session has ended');
  };

  const failure: unknown = await ledgerClient({ ...options, token })
    .POST('/api/accounts', { body })
    .catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(expected);
  expect((failure as Error).message).toContain('invalid_grant');
  const key = expected === UnansweredError ? calls[0]?.key : undefined;
  expect((failure as Partial<UnansweredError>).idempotencyKey).toBe(key);
});

test('treats a timeout as no answer', async () => {
  const { calls, options } = await api(silence, created);

  const answer = await ledgerClient({ ...options, timeoutMs: 10_000 }).POST('/api/accounts', {
    body,
  });

  expect(answer.data).toEqual(account);
  expect(calls).toHaveLength(2);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
});

test('returns the last answer when the API stays busy', async () => {
  const { calls, options } = await api(busy);

  const { error, response } = await ledgerClient({ ...options, attempts: 3 }).GET('/api/accounts');

  expect(response.status).toBe(503);
  expect(error).toMatchObject({ code: 'contention' });
  expect(calls).toHaveLength(3);
});

test.each([400, 403, 404, 409])('does not retry a %i', async (status) => {
  const { calls, options } = await api(json(status, { statusCode: status }), created);

  const { error } = await ledgerClient(options).POST('/api/accounts', { body });

  expect(error).toEqual({ statusCode: status });
  expect(calls).toHaveLength(1);
});

test('replaces a refused token once, under the same key', async () => {
  const { calls, options } = await api(json(401, { statusCode: 401 }));

  const { response } = await ledgerClient(options).POST('/api/accounts', { body });

  expect(response.status).toBe(401);
  expect(calls.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer new']);
  expect(calls[0]?.key).toBe(calls[1]?.key);
});

test('allows the caller to abort', async () => {
  const { options } = await api(silence);
  const signal = AbortSignal.timeout(50);

  const asking = ledgerClient(options).GET('/api/accounts', { signal });

  await expect(asking).rejects.toThrow(/aborted|timeout/);
});
