// Decides many requests: four at a time, each under a key of its own.
import { expect, test } from '@jest/globals';
import type { RequestSummary } from '../../../client/client.ts';
import { ApiFailure } from '../../../console/src/api/api-failure.ts';
import { BulkDecision } from '../../../console/src/pages/inbox/bulk/bulk-decision.ts';
import { summarizeRequests } from '../../../console/src/pages/inbox/bulk/bulk-summary.ts';

interface SentDecision {
  readonly id: string;
  readonly key: string;
  readonly answer: PromiseWithResolvers<string>;
}

function buildBulk(count: number) {
  const sent: SentDecision[] = [];
  const openKeys = new Set<string>();
  const ids = Array.from({ length: count }, (_none, index) => `chg_${index}`);
  const bulk = new BulkDecision<string>(ids, {
    send: (id, _reason, key) => {
      const answer = Promise.withResolvers<string>();
      sent.push({ id, key, answer });
      return answer.promise;
    },
    listen: () => () => undefined,
    keepKey: (key) => openKeys.add(key),
    forgetKey: (key) => openKeys.delete(key),
  });
  const listKinds = () => bulk.getRows().map(({ stage }) => stage.kind);
  return { bulk, sent, openKeys, listKinds };
}

const settle = () => new Promise((resolve) => void setImmediate(resolve));

test('four are sent at a time, and one that fails stops no other', async () => {
  const { bulk, sent, openKeys, listKinds } = buildBulk(6);
  const ended = bulk.run('seen');
  expect([sent.length, openKeys.size]).toEqual([4, 4]);

  const refusal = {
    statusCode: 409,
    message: 'decided',
    error: 'Conflict',
    code: 'already_decided',
  };
  sent[0]?.answer.reject(new ApiFailure(409, { ...refusal, correlation_id: 'c' }));
  await settle();
  expect(sent).toHaveLength(5);
  for (const { answer } of sent) answer.resolve('APPLIED');
  await settle();
  sent[5]?.answer.resolve('APPLIED');
  await ended;

  expect(listKinds()).toEqual(['refused', 'done', 'done', 'done', 'done', 'done']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(6);
  expect(openKeys.size).toBe(0);
});

test('stopping sends no other, and what is under way ends', async () => {
  const { bulk, sent, listKinds } = buildBulk(6);
  const ended = bulk.run('seen');
  bulk.stop();
  for (const { answer } of sent) answer.resolve('APPLIED');
  await ended;

  expect(listKinds()).toEqual(['done', 'done', 'done', 'done', 'open', 'open']);
});

test('a summary has exact totals by currency', () => {
  const buildRequest = (requested_by: string, money: Partial<RequestSummary>): RequestSummary => ({
    id: 'chg_1',
    kind: 'CHANGE',
    operation: 'postJournalEntry',
    subject: 'postJournalEntry',
    subject_label: '',
    status: 'PENDING_APPROVAL',
    reason: 'r',
    requested_by,
    correlation_id: 'c',
    created_at: '2026-11-20T12:00:00.000Z',
    ...money,
  });
  const amount = '123456789012345678901234567890123456.99';

  expect(
    summarizeRequests([
      buildRequest('op_1', { amount, currency: 'EUR' }),
      buildRequest('op_2', { amount: '0.02', currency: 'EUR' }),
      buildRequest('op_1', { amount: '0.05', currency: 'USD' }),
      buildRequest('op_1', {}),
    ]),
  ).toEqual({
    count: 4,
    makers: 2,
    withoutAmount: 1,
    totals: [
      { currency: 'EUR', amount: '123456789012345678901234567890123457.01' },
      { currency: 'USD', amount: '0.05' },
    ],
  });
});
