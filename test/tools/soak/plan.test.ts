// The plan of a seed follows from the seed alone, so that a finding can be looked for again.
import { describe, expect, test } from '@jest/globals';
import { DISTURBANCE_NAMES } from '../../../tools/soak/disturbances/disturbances.ts';
import { planStep } from '../../../tools/soak/seeded/operator-steps.ts';
import { planRounds } from '../../../tools/soak/seeded/rounds.ts';
import { buildRandomStream, drawOrder } from '../../../tools/soak/seeded/random-streams.ts';

const STEPS = 50;

const draw = (stream: () => number) => Array.from({ length: 5 }, () => stream());

function describeSteps(seed: number, tenant: string, operator: number) {
  return Array.from({ length: STEPS }, (_, number) => {
    const { stream, ...step } = planStep(seed, tenant, operator, number);
    return { ...step, draws: step.order.map((planner) => draw(stream(planner))) };
  });
}

function listRounds(seed: number, names = DISTURBANCE_NAMES) {
  const rounds = planRounds(seed, names, 6);
  return Array.from({ length: 30 }, () => rounds.next().value);
}

describe('the requests of an operator', () => {
  test('are the same for the same seed', () => {
    expect(describeSteps(7, 'aurora', 2)).toEqual(describeSteps(7, 'aurora', 2));
  });

  test('differ by seed, tenant, operator and number, as do their random numbers', () => {
    const steps = [
      planStep(7, 'aurora', 2, 3),
      planStep(8, 'aurora', 2, 3),
      planStep(7, 'boreal', 2, 3),
      planStep(7, 'aurora', 3, 3),
      planStep(7, 'aurora', 2, 4),
    ];
    const count = (texts: readonly string[]) => new Set(texts).size;

    expect(count(steps.map(({ order }) => order.join()))).toBe(steps.length);
    expect(count(steps.map(({ stream }) => draw(stream('entry')).join()))).toBe(steps.length);
  });

  test('do not depend on how many numbers another planner or step has drawn', () => {
    const step = planStep(7, 'aurora', 2, 3);
    const before = draw(step.stream('entry'));
    draw(step.stream('account'));
    draw(planStep(7, 'aurora', 2, 2).stream('entry'));

    expect(draw(step.stream('entry'))).toEqual(before);
    expect(draw(step.stream('account'))).not.toEqual(before);
  });

  test('ask for frequent requests first more often', () => {
    const first = Array.from({ length: 500 }, (_, number) => planStep(7, 'aurora', 0, number)).map(
      ({ order }) => order[0],
    );
    const count = (name: string) => first.filter((planner) => planner === name).length;

    expect(count('entry')).toBeGreaterThan(3 * count('loan'));
    expect(count('loan')).toBeGreaterThan(0);
  });
});

describe('the rounds of disturbances', () => {
  test('are the same for the same seed, and others for another', () => {
    expect(listRounds(7)).toEqual(listRounds(7));
    expect(listRounds(8)).not.toEqual(listRounds(7));
  });

  test('cause each disturbance once before any occurs again', () => {
    const rounds = listRounds(7).slice(0, 5);
    const { lasting, incidents } = DISTURBANCE_NAMES;

    expect(new Set(rounds.flatMap((round) => round.lasting))).toEqual(new Set(lasting));
    expect(new Set(rounds.map(({ incident }) => incident))).toEqual(new Set(incidents));
  });

  test('keep the order of the incidents when there is another lasting disturbance', () => {
    const more = { ...DISTURBANCE_NAMES, lasting: [...DISTURBANCE_NAMES.lasting, 'another'] };
    const listIncidents = (names = DISTURBANCE_NAMES) =>
      listRounds(7, names).map(({ incident }) => incident);

    expect(listIncidents(more)).toEqual(listIncidents());
  });
});

test('a random order has every element once', () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  const order = drawOrder(buildRandomStream(7, 'order'), numbers);

  expect(order.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(order).not.toEqual(numbers);
});
