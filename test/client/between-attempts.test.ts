// What the client does between its attempts: when the network fails after a refused token, and when the caller aborts.
import { expect, test } from '@jest/globals';
import { persistentFetch, UnansweredError } from '../../client/persistent-fetch.ts';

const REQUEST = new Request('http://127.0.0.1:1/api/accounts', { method: 'POST', body: '{}' });
const PAUSE_MS = 600_000;

/**
 * Sends the request to a network that answers so, and returns whether each token was a renewed one. With `abort` the
 * pauses are long, and the caller aborts once the last answer has come.
 */
async function send(answers: readonly (number | Error)[], abort?: AbortController) {
  const tokens: boolean[] = [];
  const keys = new Set<string | null>();
  let calls = 0;
  const persistent = persistentFetch({
    token: (isRefused) => {
      tokens.push(isRefused);
      return 'token';
    },
    attempts: answers.length + (abort ? 1 : 0),
    firstPauseMs: abort ? PAUSE_MS : 1,
    longestPauseMs: PAUSE_MS,
    fetch: async (request) => {
      const answer = answers[calls] ?? new Error('no answer is left');
      calls += 1;
      keys.add((request as Request).headers.get('Idempotency-Key'));
      if (calls === answers.length) abort?.abort();
      if (typeof answer !== 'number') throw answer;
      return new Response(null, { status: answer });
    },
  });
  const { signal } = abort ?? new AbortController();
  const result = await persistent(new Request(REQUEST.clone(), { signal })).catch(
    (error: unknown) => error,
  );
  return { result, tokens, keys: [...keys] };
}

const LOST = new TypeError('fetch failed');

test('asks once for a new token, however often the network fails after it', async () => {
  const { result, tokens } = await send([401, LOST, LOST, 201]);

  expect(result).toMatchObject({ status: 201 });
  expect(tokens).toEqual([false, true, false, false]);
});

test.each([503, LOST])(
  'takes the refusal of a new token for final, also after %p',
  async (failure) => {
    const { result, tokens } = await send([401, failure, 401, 201]);

    expect(result).toMatchObject({ status: 401 });
    expect(tokens).toEqual([false, true, false]);
  },
);

test('throws what was not answered after a refused token', async () => {
  const { result, tokens } = await send([401, LOST, LOST]);

  expect(result).toBeInstanceOf(UnansweredError);
  expect(tokens).toEqual([false, true, false]);
});

// The tests would end long before the pause does.
test.each([
  ['after an answer that leaves the outcome open', 503],
  ['while an attempt is under way', LOST],
])('names the key to continue with when the caller aborts %s', async (_, answer) => {
  const { result, tokens, keys } = await send([answer], new AbortController());

  expect(result).toBeInstanceOf(UnansweredError);
  expect(result).toMatchObject({ cause: { name: 'AbortError' } });
  expect([(result as UnansweredError).idempotencyKey]).toEqual(keys);
  expect(tokens).toEqual([false]);
});

test('ends a pause that the caller aborts', async () => {
  const abort = new AbortController();
  const persistent = persistentFetch({
    token: () => 'token',
    firstPauseMs: PAUSE_MS,
    longestPauseMs: PAUSE_MS,
    fetch: async () => {
      setTimeout(() => abort.abort(), 50);
      return new Response(null, { status: 503 });
    },
  });

  const reading = persistent(new Request(REQUEST.url, { signal: abort.signal }));

  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test.each([
  ['before anything was sent', []],
  ['after an answer that nothing was carried out', [429]],
])('throws the reason of the caller who aborts %s', async (_, answers) => {
  const abort = new AbortController();
  if (answers.length === 0) abort.abort();

  const { result, keys } = await send(answers, abort);

  expect(result).toMatchObject({ name: 'AbortError' });
  expect(keys).toHaveLength(answers.length);
});
