import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { FunctionError } from '../../../local/lambda/function-error.ts';
import { AsynchronousCalls } from '../../../local/lambda/asynchronous-calls.ts';
import { startScheduledRules } from '../../../local/schedules/scheduled-rules.ts';
import type { ScheduledRules } from '../../../local/schedules/scheduled-rules.ts';

const MINUTE_MS = 60_000;
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:test-seal';
const FAILURES = 'arn:aws:sqs:us-east-1:000000000000:test-seal-failures';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:of-the-rule';

const calls: unknown[][] = [];
const lines: string[] = [];
const kept: { readonly queue: string; readonly body: object }[] = [];
let started: ScheduledRules | undefined;
let asynchronous: AsynchronousCalls | undefined;
afterEach(() => {
  started?.stop();
  calls.length = 0;
  lines.length = 0;
  kept.length = 0;
});

function start(
  properties: JsonObject,
  invoke = async (...call: unknown[]) => {
    calls.push(call);
    return null;
  },
  log: (line: string) => void = (line) => lines.push(line),
): ScheduledRules {
  const rule = { ref: 'rule-1', region: 'us-east-1', account: '000000000000', properties };
  const queues = {
    has: () => true,
    send: (queue: string, body: object) => void kept.push({ queue, body }),
  };
  const settings = [{ functionName: 'test-seal', retries: 0, destination: FAILURES }];
  asynchronous = new AsynchronousCalls({ settings, queues, log });
  const options = { functions: { invoke }, asynchronous, queues, log };
  started = startScheduledRules([rule as unknown as DeployedResource], options);
  return started;
}

const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

test('a rate calls its target once for each time, and for several that have passed', async () => {
  const rules = start({ ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: ARN }] });
  for (const minutes of [0.5, 1.1, 1.2, 2.1, 7.1]) await rules.callDue(at(minutes));

  expect(calls).toHaveLength(3);
  expect(calls[0]).toEqual([
    'test-seal',
    expect.objectContaining({
      'detail-type': 'Scheduled Event',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/rule-1'],
    }),
  ]);
});

test('a target receives its own input', async () => {
  const target = { Arn: ARN, Input: '{"all":true}' };
  const rules = start({ ScheduleExpression: 'cron(17 1 * * ? *)', Targets: [target] });
  await rules.callDue(at(25 * 60));

  expect(calls).toEqual([['test-seal', { all: true }]]);
});

test('after a clock was set back by hours, the next call is due in a minute', async () => {
  const rules = start({ ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: ARN }] });
  for (const minutes of [1.1, -120, -118.9]) await rules.callDue(at(minutes));

  expect(calls).toHaveLength(2);
});

test('while a call lasts, there is no second one; a failed one is kept', async () => {
  let fail: (error: Error) => void = () => undefined;
  const rules = start(
    { ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: ARN }] },
    (...call) => {
      calls.push(call);
      return new Promise((_, reject) => {
        fail = reject;
      });
    },
  );
  const first = rules.callDue(at(1.1));
  await rules.callDue(at(2.1));
  fail(new Error('out of order'));
  await first;
  void rules.callDue(at(3.1));

  expect(calls).toHaveLength(2);
  expect(lines).toEqual([
    'test-seal: attempt 1 of 1 failed: Error: out of order',
    `test-seal: the event is in ${FAILURES}.`,
  ]);
  expect(kept).toMatchObject([
    {
      queue: FAILURES,
      body: {
        requestPayload: { 'detail-type': 'Scheduled Event' },
        responsePayload: { errorMessage: 'Error: out of order' },
      },
    },
  ]);
});

test('a call that the end of the runner interrupts is no failure', async () => {
  let fail: (error: Error) => void = () => undefined;
  const rules = start(
    {
      ScheduleExpression: 'rate(1 minute)',
      Targets: [{ Arn: ARN, DeadLetterConfig: { Arn: QUEUE } }],
    },
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const called = rules.callDue(at(1.1));
  asynchronous?.stop();
  fail(new FunctionError('Runtime.ExitError', 'Runtime exited with error: exit status 1'));
  await called;

  expect(kept).toEqual([]);
});

test('a slow target holds up no other target of its rule', async () => {
  const targets = ['slow', 'quick'].map((name) => ({ Arn: ARN.replace('test-seal', name) }));
  const rules = start(
    { ScheduleExpression: 'rate(1 minute)', Targets: targets },
    (...call: unknown[]) => {
      calls.push(call);
      return call[0] === 'slow' ? new Promise(() => undefined) : Promise.resolve(null);
    },
  );
  for (const minutes of [1.1, 2.1, 3.1]) {
    void rules.callDue(at(minutes));
    await setImmediate();
  }

  const names = calls.map(([name]) => name);
  expect(names.toSorted()).toEqual(['quick', 'quick', 'quick', 'slow']);
});

test('a failure that cannot be logged does not end the calls of its rule', async () => {
  const rules = start(
    { ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: ARN }] },
    (...call) => {
      calls.push(call);
      return Promise.reject(new Error('out of order'));
    },
    () => {
      throw new Error('the disk is full');
    },
  );
  for (const minutes of [1.1, 2.1]) await rules.callDue(at(minutes)).catch(() => undefined);

  expect(calls).toHaveLength(2);
});

test('what the function does not take goes to the queue of the rule', async () => {
  const target = { Arn: ARN, Input: '{"all":true}', DeadLetterConfig: { Arn: QUEUE } };
  const rules = start({ ScheduleExpression: 'rate(1 minute)', Targets: [target] }, () =>
    Promise.reject(new FunctionError('ResourceNotFound', 'There is no function test-seal.')),
  );
  await rules.callDue(at(1.1));

  expect(kept).toEqual([{ queue: QUEUE, body: { all: true } }]);
});

test('rules for events, and those that are switched off, are not called', async () => {
  const rules = start({
    ScheduleExpression: 'rate(1 minute)',
    State: 'DISABLED',
    Targets: [{ Arn: ARN }],
  });
  await rules.callDue(at(5));
  rules.stop();
  await start({ EventPattern: { source: ['aws.states'] }, Targets: [{ Arn: ARN }] }).callDue(at(5));

  expect(calls).toEqual([]);
});

test('a schedule that the runner does not know is refused', () => {
  expect(() => start({ ScheduleExpression: 'at(2026-11-20T13:00:00)' })).toThrow(
    'does not support',
  );
});
