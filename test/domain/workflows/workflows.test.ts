import { expect, test } from '@jest/globals';
import { formatMoney, money } from '../../../functions/domain/values/money.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import { formatAmounts } from '../../../functions/domain/workflows/amounts.ts';
import { evaluateSteps } from '../../../functions/domain/workflows/evaluation.ts';
import type { WorkflowData, StepExecutor } from '../../../functions/domain/workflows/evaluation.ts';
import { WORKFLOW_PRESETS } from '../../../functions/domain/workflows/presets.ts';
import { defineWorkflow } from '../../../functions/domain/workflows/workflows.ts';
import type { Workflow, WorkflowStep } from '../../../functions/domain/workflows/workflows.ts';
import { fc } from '../../support/nouns/properties.ts';

const now = new Date('2026-11-20T10:00:00.000Z');

function workflow(...steps: Partial<WorkflowStep>[]): Workflow {
  const whole = steps.map((step, index): WorkflowStep => {
    return { order: index + 1, name: `s${index + 1}`, action: 'ECHO', parameters: {}, ...step };
  });
  const definition = defineWorkflow({ name: 'w', trigger: 'TEST', steps: whole });
  return { ...definition, id: 'wfl_1', tenantId: 'acme', createdAt: now.toISOString() };
}

const echo: StepExecutor = async (_, output) => ({ status: 'EXECUTED', output });

const evaluated = (given: Workflow, context: WorkflowData = {}) =>
  evaluateSteps(given, { context, now }, echo);

test('runs steps by order, not by position, and shows each step the earlier ones by order and by name', async () => {
  const { steps } = await evaluated(
    workflow(
      { order: 7, name: 'last', parameters: { of: '${steps[3].output.a + steps.first.output.a}' } },
      { order: 3, name: 'first', parameters: { a: '${context.a}' } },
      { order: 5, name: 'idle', condition: 'now < timestamp("2000-01-01T00:00:00Z")' },
      { order: 6, name: 'seen', parameters: { is: '${steps.idle.status} at ${now}' } },
    ),
    { a: 21 },
  );

  expect(steps.map(({ order, status }) => [order, status])).toEqual([
    [3, 'EXECUTED'],
    [5, 'SKIPPED'],
    [6, 'EXECUTED'],
    [7, 'EXECUTED'],
  ]);
  expect(steps[2]?.output).toEqual({ is: 'SKIPPED at 2026-11-20T10:00:00Z' });
  expect(steps[3]?.output).toEqual({ of: 42 });
});

test('shows no step a later one', async () => {
  const forward = workflow({ parameters: { a: '${steps[2].status}' } }, {});

  await expect(evaluated(forward)).rejects.toMatchObject({
    code: 'step_failed',
    message: expect.stringMatching(/^Step 1 \(s1\) failed: \/parameters\/a line 1, .* no member/),
  });
});

test('keeps the context as the request gave it, whatever its members are called', async () => {
  const context = JSON.parse('{"__proto__":{"a":1},"constructor":"c"}') as WorkflowData;
  const steps = [
    { parameters: { a: '${context.__proto__.a}', c: '${context.constructor}' } },
    { action: 'SET_CONTEXT', parameters: JSON.parse('{"__proto__":{"b":2}}') as WorkflowData },
    { parameters: { all: '${context}' } },
    { condition: 'has(context.toString)' },
  ];

  const { steps: results, context: after } = await evaluated(workflow(...steps), context);

  expect(results[0]?.output).toEqual({ a: 1, c: 'c' });
  expect(JSON.stringify(after)).toBe('{"__proto__":{"b":2},"constructor":"c"}');
  expect(JSON.stringify(results[2]?.output)).toContain('{"__proto__":{"b":2}');
  expect(results[3]?.status).toBe('SKIPPED');
  expect(({} as { b?: number }).b).toBeUndefined();
});

test('shares one step limit among all expressions of an execution', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const step = { condition: 'context.numbers.all(a, context.numbers.exists(b, b == 199))' };
  const steps = Array.from({ length: 40 }, () => step);

  await expect(evaluated(workflow(...steps), { numbers })).rejects.toMatchObject({
    code: 'step_failed',
    message: expect.stringContaining('takes more than 100000 steps'),
  });
});

test('distinguishes a failed step from a failed execution and from other errors', async () => {
  const given = workflow({ name: 'charge' });
  const failing = (error: Error) =>
    evaluateSteps(given, { context: {}, now }, () => Promise.reject(error));

  await expect(failing(new Refusal('unbalanced', ['one.', 'two.']))).rejects.toMatchObject({
    code: 'step_failed',
    message: 'Step 1 (charge) failed: one. two.',
  });
  for (const error of [new Refusal('too_many_writes', 'too many'), new TypeError('a bug')]) {
    await expect(failing(error)).rejects.toBe(error);
  }
});

test('the presets are valid workflows', () => {
  for (const preset of Object.values(WORKFLOW_PRESETS)) {
    expect(defineWorkflow(preset)).toEqual(preset);
  }
});

test('keeps any amount of cents exact in every notation', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n });

  fc.assert(
    fc.property(cents, (minor) => {
      const text = formatMoney(money(minor, 'EUR'));
      const shorter = text.endsWith('.00') ? text.slice(0, -3) : text.replace(/0$/, '');
      for (const written of [text, shorter, `${text}000`]) {
        expect(formatAmounts({ amount: written })).toEqual({ amount: text });
      }
    }),
    { seed: 8 },
  );
});

test('rounds nothing and changes only amounts', () => {
  const untouched = {
    amount: '1.005',
    debit_amount: 0.1,
    credit_amount: '1e999',
    reference: '7',
    count: 7,
    lines: [{ principal: 'many', interest: null, fees: Number.MAX_SAFE_INTEGER + 1 }],
  };

  expect(formatAmounts(untouched)).toEqual(untouched);
  expect(formatAmounts({ a: [{ interest: 7, fees: '1.5' }] })).toEqual({
    a: [{ interest: '7.00', fees: '1.50' }],
  });
});

test('leaves an amount of too many digits to the contract', () => {
  const formatted = (amount: string) => formatAmounts({ amount });

  expect(formatted('1e118')).toEqual({ amount: `1${'0'.repeat(118)}.00` });
  expect(formatted('-12e117')).toEqual({ amount: `-12${'0'.repeat(117)}.00` });
  expect(formatted('1e-118')).toEqual({ amount: '1e-118' });
});
