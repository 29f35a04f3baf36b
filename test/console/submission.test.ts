// A form takes effect once: behind a real HTTP server that loses answers, refuses late and keeps keys.
import { json } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { AttemptLog } from '../../console/src/api/attempt-log.ts';
import { ApiFailure, requireData } from '../../console/src/api/api-failure.ts';
import { findOutcome } from '../../console/src/api/submissions/submission-outcome.ts';
import { Submission } from '../../console/src/api/submissions/submission.ts';
import type { SubmissionStage } from '../../console/src/api/submissions/submission.ts';
import { ledgerClient } from '../../client/client.ts';
import { startEndpoint } from '../../local/http/endpoint.ts';

const KEY = 'form-0123456789abcdef';

interface ServerStep {
  /** Without a status the connection is cut. */
  readonly status?: number;
  readonly code?: string;
}

interface SeenRequest {
  readonly key: string;
  readonly reason: string;
}

/** Answers the requests of a form by the steps in order, the last one for all that follow. */
async function openForm(steps: readonly ServerStep[]) {
  const seen: SeenRequest[] = [];
  const { endpoint, stop } = await startEndpoint(async (request, response) => {
    const { reason } = (await json(request)) as { readonly reason: string };
    seen.push({ key: String(request.headers['idempotency-key']), reason });
    const { status, code } = steps[Math.min(seen.length, steps.length) - 1] ?? {};
    if (status === undefined) return void response.destroy();
    const body = { statusCode: status, message: `It is ${code}.`, code, correlation_id: 'c-1' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const attempts = new AttemptLog();
  const ledger = ledgerClient({
    baseUrl: endpoint,
    token: () => 'token',
    fetch: attempts.fetch,
    attempts: 2,
    firstPauseMs: 1,
  });
  const stages: string[] = [];
  const pauses: number[] = [];
  const submission = new Submission<string, object>({
    key: KEY,
    listen: (key, listener) => attempts.listen(key, listener),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    send: async (reason, key) =>
      requireData(
        await ledger.POST('/api/accounts/{accountId}/status-transitions', {
          params: { path: { accountId: 'acc_1' }, header: { 'Idempotency-Key': key } },
          body: { transition: 'FREEZE', reason },
        }),
      ),
  });
  submission.subscribe(() => void stages.push(submission.getStage().kind));
  return { submission, seen, stages, pauses, stop };
}

function readFailure(stage: SubmissionStage<unknown>): string {
  return stage.kind === 'refused' && stage.failure instanceof ApiFailure ? stage.failure.code : '';
}

const CUT: ServerStep = {};
const CREATED: ServerStep = { status: 201 };
const REFUSED: ServerStep = { status: 409, code: 'account_not_active' };
const UNKNOWN: ServerStep = { status: 503, code: 'outcome_unknown' };

test('an answer at once ends the form', async () => {
  const { submission, seen, stages, stop } = await openForm([CREATED]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).toEqual(['sending', 'done']);
  expect(seen).toEqual([{ key: KEY, reason: 'wrong payee' }]);
});

test('a lost answer is asked for again under the same key', async () => {
  const { submission, seen, stages, pauses, stop } = await openForm([CUT, CREATED]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).toEqual(['sending', 'repeating', 'done']);
  expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([KEY]));
  expect(pauses).toEqual([]);
});

test.each([
  ['silence', CUT],
  ['an unknown outcome', UNKNOWN],
])('after %s to the end the form is locked and asks every 15 seconds', async (_, step) => {
  const { submission, seen, stages, pauses, stop } = await openForm([step, step, step, CREATED]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).toEqual(['sending', 'repeating', 'unknown', 'done']);
  expect(pauses).toEqual([15_000]);
  expect(seen).toHaveLength(4);
});

test('a refusal at once is final, and the next input has the same key', async () => {
  const { submission, seen, pauses, stop } = await openForm([REFUSED, CREATED]);
  await submission.submit('first');
  expect(readFailure(submission.getStage())).toBe('account_not_active');
  await submission.submit('second');
  await stop();

  expect(submission.getStage()).toMatchObject({ kind: 'done', isEarlier: false });
  expect(seen).toEqual([
    { key: KEY, reason: 'first' },
    { key: KEY, reason: 'second' },
  ]);
  expect(pauses).toEqual([]);
});

test('a refusal after a lost answer counts when it is repeated after 30 seconds', async () => {
  const { submission, seen, stages, pauses, stop } = await openForm([CUT, REFUSED]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).toEqual(['sending', 'repeating', 'confirming', 'refused']);
  expect(pauses).toEqual([30_000]);
  expect(seen).toHaveLength(3);
});

test('an attempt that succeeds after its refusal is found by the repetition', async () => {
  const { submission, stages, stop } = await openForm([CUT, REFUSED, CREATED]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).toEqual(['sending', 'repeating', 'confirming', 'done']);
});

test('contention is a refusal: the store has answered each attempt', async () => {
  const contention = { status: 503, code: 'contention' };
  const { submission, stages, pauses, stop } = await openForm([contention]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).toEqual(['sending', 'refused']);
  expect(pauses).toEqual([]);
});

test.each([
  { status: 503, code: 'contention' },
  { status: 429, code: 'throttled' },
  { status: 403, code: 'permission_denied' },
])('after a lost answer, %j does not say what became of it', async (undecided) => {
  const { submission, stages, stop } = await openForm([
    CUT,
    undecided,
    undecided,
    undecided,
    CREATED,
  ]);
  await submission.submit('wrong payee');
  await stop();

  expect(stages).not.toContain('refused');
  expect(stages.at(-1)).toBe('done');
});

test('when the first input has won after all, its answer is the answer of the form', async () => {
  const reused = { status: 409, code: 'idempotency_key_reused' };
  const steps = [CUT, REFUSED, REFUSED, reused, CREATED];
  const { submission, seen, stop } = await openForm(steps);
  await submission.submit('first');
  await submission.submit('second');
  await stop();

  expect(seen.map(({ reason }) => reason)).toEqual(['first', 'first', 'first', 'second', 'first']);
  expect(submission.getStage()).toMatchObject({ kind: 'done', isEarlier: true });
});

test('a form that is under way is not sent twice', async () => {
  const { submission, seen, stop } = await openForm([CREATED]);
  await Promise.all([submission.submit('once'), submission.submit('twice')]);
  await submission.submit('thrice');
  await stop();

  expect(seen).toEqual([{ key: KEY, reason: 'once' }]);
});

test('the receipt under the key says what became of a page that was loaded again', async () => {
  const answers: [number, object][] = [
    [404, { code: 'receipt_not_found', message: 'Nothing so far.' }],
    [200, { idempotency_key: KEY, answer: { status: 201, body: { id: 'jrn_1' } } }],
    [500, { code: 'unexpected', message: 'An error.' }],
  ];
  const { endpoint, stop } = await startEndpoint(async (request, response) => {
    const [status, body] = answers[asked] ?? [404, {}];
    expect(request.url).toBe(`/api/receipts/${KEY}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  let asked = 0;
  const ledger = ledgerClient({ baseUrl: endpoint, token: () => 'token', attempts: 1 });
  const ask = (sinceLoadMs: number) => findOutcome(ledger, KEY, sinceLoadMs);

  expect(await ask(29_999)).toEqual({ kind: 'open' });
  expect(await ask(30_000)).toEqual({ kind: 'absent' });
  asked = 1;
  expect(await ask(0)).toMatchObject({ kind: 'committed', receipt: { idempotency_key: KEY } });
  asked = 2;
  await expect(ask(60_000)).rejects.toThrow('An error.');
  await stop();
});
