// What the client does between its attempts: when the network fails after a refused token, and when the caller aborts.
import { expect, test } from '@jest/globals';
import { persistentFetch, UnansweredError } from '../../client/persistent-fetch.ts';

const REQUEST = new Request('http://127.0.0.1:1/api/accounts', { method: 'POST', body: '{}' });
const PAUSE_MS = 600_000;

/** Sends the request to a network that answers so, and returns whether each token was a renewed one. */
async function send(answers: readonly (number | Error)[], signal?: AbortSignal) {
  const tokens: boolean[] = [];
  let calls = 0;
  const persistent = persistentFetch({
    token: (isRefused) => {
      tokens.push(isRefused);
      return 'token';
    },
    attempts: answers.length,
    firstPauseMs: signal ? PAUSE_MS : 1,
    longestPauseMs: PAUSE_MS,
    fetch: async () => {
      const answer = answers[calls] ?? new Error('no answer is left');
      calls += 1;
      if (typeof answer !== 'number') throw answer;
      return new Response(null, { status: answer });
    },
  });
  const result = await persistent(new Request(REQUEST.clone(), signal ? { signal } : {})).catch(
    (error: unknown) => error,
  );
  return { result, tokens };
}

const LOST = new TypeError('fetch failed');

test('asks once for a new token, however often the network fails after it', async () => {
  const { result, tokens } = await send([401, LOST, LOST, 201]);

  expect(result).toMatchObject({ status: 201 });
  expect(tokens).toEqual([false, true, false, false]);
});

test('throws what was not answered after a refused token', async () => {
  const { result, tokens } = await send([401, LOST, LOST]);

  expect(result).toBeInstanceOf(UnansweredError);
  expect(tokens).toEqual([false, true, false]);
});

// The test would end long before the pause does.
test('ends a pause that the caller aborts', async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 50);

  const { result, tokens } = await send([503, 201], abort.signal);

  expect(result).toMatchObject({ name: 'AbortError' });
  expect(tokens).toEqual([false]);
});
