// The state machine that closes an accounting period, in the Amazon States Language. It uses only
// JSONPath, which the local runner runs as AWS does.
import { RETRIES } from './export-definition.ts';

type PeriodCloseTaskArns = (task: 'sum' | 'complete' | 'fail') => string;

export function buildPeriodCloseDefinition(
  arnOf: PeriodCloseTaskArns,
  settleSeconds: number,
): object {
  const failing = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Fail' }];
  const task = (name: Parameters<PeriodCloseTaskArns>[0], more: object) => ({
    Type: 'Task',
    Resource: arnOf(name),
    Retry: RETRIES,
    ...(name !== 'fail' && { Catch: failing }),
    ...more,
  });
  return {
    Comment: 'The closing of an accounting period: settle, sum its entries, complete.',
    StartAt: 'Settle',
    States: {
      Settle: { Type: 'Wait', Seconds: Math.ceil(settleSeconds), Next: 'Sum' },
      Sum: task('sum', { Next: 'IsSummed' }),
      // The task stops before its timeout; the next one continues from its position.
      IsSummed: {
        Type: 'Choice',
        Choices: [{ Variable: '$.isDone', BooleanEquals: true, Next: 'Complete' }],
        Default: 'Sum',
      },
      Complete: task('complete', { End: true }),
      Fail: task('fail', { ResultPath: null, Next: 'Failed' }),
      Failed: {
        Type: 'Fail',
        Error: 'PeriodCloseFailed',
        Cause: 'The period is FAILED; its record gives the reason.',
      },
    },
  };
}
