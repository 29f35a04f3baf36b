// The alarms of the synthesized templates: what each rule of ADR 117 asks of all of them.
import { beforeAll, expect, test } from '@jest/globals';
import { CANARY_METRICS } from '../../../tools/costs/sections/canary-section.ts';
import { ASSUMPTIONS } from '../../../tools/costs/institutions.ts';
import { readAlarms } from '../../support/alarms/alarm-view.ts';
import type { AlarmView } from '../../support/alarms/alarm-view.ts';
import { listUnwatched } from '../../support/alarms/unwatched.ts';
import { synthesizeTemplates } from '../../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../../support/stack/templates.ts';

const HOUR = 3_600;

let templates: SynthesizedTemplates;
let alarms: AlarmView[];
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
  alarms = readAlarms(templates);
});

const namesOf = (some: readonly AlarmView[]) => some.map(({ name }) => name);

test('fewer datapoints than periods decide, so that late metrics are not missed', () => {
  expect(alarms.length).toBeGreaterThan(100);
  expect(namesOf(alarms.filter(({ datapoints, periods }) => datapoints >= periods))).toEqual([]);
});

test('every resource that can fail reaches an alarm', () => {
  expect(listUnwatched(templates, alarms)).toEqual([]);
});

test.each([
  ['get-account', ['production-get-account: Errors']],
  ['accounts-slow', expect.arrayContaining(['production-get-account: Duration'])],
  ['authorize', ['production-authorize: Errors']],
  ['functions-throttled', expect.arrayContaining(['production-authorize: Throttles'])],
  ['project-events-late', [expect.stringMatching(/^projecteventsconsumer\w+: IteratorAge$/)]],
  ['period-close-failed', expect.arrayContaining(['production-period-close: ExecutionsTimedOut'])],
  [
    'fail-ended-batch-failures',
    ['production-fail-ended-batch-failures: ApproximateNumberOfMessagesVisible'],
  ],
  ['schedules-fail', expect.arrayContaining(['countinghouse-production: TargetErrorCount'])],
])('without the alarm %s, something is found to reach none', (dropped, findings) => {
  const others = alarms.filter(({ name }) => name !== dropped);

  expect(others).toHaveLength(alarms.length - 1);
  expect(listUnwatched(templates, others)).toEqual(findings);
});

// Each with what it starts.
const STOPPED = [
  ['cron(47 0 * * ? *)', 'rotation-stopped'],
  ['cron(17 1 * * ? *)', 'late-sealing-stopped'],
  ['cron(17 2 * * ? *)', 'verification-stopped'],
  ['rate(1 minute)', 'sealing-stopped'],
  ['rate(1 minute)', 'webhook-retries-stopped'],
  ['rate(5 minutes)', 'canary-fails'],
];

test('every schedule has an alarm that is on when its work was not done', () => {
  const schedules = templates
    .ofType('AWS::Events::Rule')
    .flatMap(({ Properties }) => Properties.ScheduleExpression ?? []);
  const lower = alarms.filter(({ isLower }) => isLower);

  expect(schedules.toSorted()).toEqual(STOPPED.map(([schedule]) => schedule).toSorted());
  expect(namesOf(lower).toSorted()).toEqual(STOPPED.map(([, name]) => name).toSorted());
  for (const { missingData, expression, metrics } of lower) {
    expect({ missingData, expression }).toEqual({
      missingData: 'breaching',
      expression: 'FILL(runs, 0)',
    });
    expect(metrics.map(({ statistic }) => statistic)).toEqual(['SampleCount']);
  }
});

test('a daily run that is missing is noticed within six hours, and one that is done never', () => {
  const frequent = ['sealing-stopped', 'webhook-retries-stopped', 'canary-fails'];
  const daily = alarms.filter(({ isLower, name }) => isLower && !frequent.includes(name));

  expect(daily).toHaveLength(3);
  for (const { periods, datapoints, metrics } of daily) {
    const hours = Number(metrics[0]?.periodSeconds) / HOUR;
    // The newest period has just started, or is almost over.
    const [shortest, longest] = [(periods - 1) * hours, periods * hours];
    expect(hours).toBe(6);
    // Two runs, a day apart, are always in it: too few periods are without one.
    expect(Math.floor(shortest / 24)).toBe(2);
    expect(periods - 2).toBeLessThan(datapoints);
    // With one of them missing, the window that is as long as two days and a quarter has only one.
    expect(longest).toBeLessThan(72);
    expect(periods - 1).toBeGreaterThanOrEqual(datapoints);
  }
});

test('the dead letters of both functions that attempt deliveries set off one alarm', () => {
  const [alarm] = alarms.filter(({ name }) => name === 'webhook-dead-letters');

  expect(alarm).toMatchObject({
    threshold: 1,
    expression: 'SUM([FILL(first, 0), FILL(repeated, 0)])',
  });
  expect(alarm?.impact).toContain('has not got events');
  expect(alarm?.metrics.map(({ name, dimensions }) => [name, dimensions])).toEqual(
    ['deliver-webhooks', 'retry-webhooks'].map((consumer) => [
      'DeadLetters',
      { service: 'countinghouse', consumer },
    ]),
  );
});

test('what is missing is no fault, except for what must run', () => {
  const wrong = alarms.filter(
    ({ isLower, missingData }) => missingData !== (isLower ? 'breaching' : 'notBreaching'),
  );

  expect(namesOf(wrong)).toEqual([]);
});

test('CloudWatch takes them: at most ten metrics, and a day or a week of periods', () => {
  for (const { name, metrics, periods } of alarms) {
    const seconds = Math.max(...metrics.map(({ periodSeconds }) => periodSeconds));
    expect([name, metrics.length <= 10]).toEqual([name, true]);
    expect([name, seconds * periods <= (seconds < HOUR ? 24 : 168) * HOUR]).toEqual([name, true]);
  }
});

test('each names the effect on users and tells someone', () => {
  expect(namesOf(alarms.filter(({ impact }) => String(impact).length < 40))).toEqual([]);
  expect(namesOf(alarms.filter(({ actions }) => actions !== 1))).toEqual([]);
});

test('the costs count every metric of an alarm, those of the canary by themselves', () => {
  const isOfCanary = (name: string, metric: object) =>
    name.includes('canary') || JSON.stringify(metric).includes('run-canary');
  const counted = alarms.flatMap(({ name, metrics }) =>
    metrics.map((metric) => isOfCanary(name, metric)),
  );
  const ofCanary = BigInt(counted.filter(Boolean).length);

  expect(ofCanary).toBe(CANARY_METRICS.alarms);
  expect(BigInt(counted.length) - ofCanary).toBe(ASSUMPTIONS.alarmMetrics);
});
