// The one line of an answer: a log record that CloudWatch also reads metrics from.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '../../functions/domain/refusals.ts';
import { record, startTrace } from '../../functions/runtime/telemetry.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

function lineOf(status: number, error?: unknown, attempts = 1): Record<string, unknown> {
  const trace = startTrace('postJournalEntry', { id: 'corr-1', isValid: true });
  trace.tenant = 'acme';
  trace.attempts = attempts;
  record(trace, status, error);
  expect(written).toHaveLength(1);
  return JSON.parse(written[0] ?? '') as Record<string, unknown>;
}

test('an answer leaves one line that says what happened', () => {
  const line = lineOf(201);

  expect(line).toMatchObject({
    level: 'INFO',
    message: 'answered',
    operation: 'postJournalEntry',
    tenant: 'acme',
    correlation_id: 'corr-1',
    status: 201,
    attempts: 1,
  });
  expect(line).not.toHaveProperty('error');
});

test('the line declares its metrics, and holds every member it declares', () => {
  const line = lineOf(201, undefined, 3);

  expect(line).toMatchObject({ outcome: '201', Count: 1, Retries: 2, service: 'countinghouse' });
  const { Timestamp: at, CloudWatchMetrics: directives } = line['_aws'] as {
    Timestamp: number;
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  expect(
    directives.map(({ Dimensions: [dimensions], Metrics: metrics }) => {
      return [dimensions, metrics.map(({ Name: name }) => name)];
    }),
  ).toEqual([
    [
      ['service', 'operation'],
      ['Latency', 'Retries'],
    ],
    [['service', 'operation', 'outcome'], ['Count']],
  ]);
  for (const { Namespace: namespace, Dimensions: dimensions, Metrics: metrics } of directives) {
    expect(namespace).toBe('Countinghouse');
    for (const name of dimensions.flat()) expect(typeof line[name]).toBe('string');
    for (const { Name: name } of metrics) expect(typeof line[name]).toBe('number');
  }
});

test('a refusal is counted under its code and is no failure of ours', () => {
  const line = lineOf(422, new Refusal('insufficient_funds', 'Too little.'));

  expect(line).toMatchObject({ level: 'INFO', outcome: 'insufficient_funds', Count: 1 });
});

test('our own fault is an error with its cause, and counted', () => {
  const line = lineOf(500, new TypeError('stored name is not text'));

  expect(line).toMatchObject({
    level: 'ERROR',
    message: 'failed',
    outcome: 'unexpected',
    Count: 1,
    error: { name: 'TypeError', message: 'stored name is not text' },
  });
});
