// The state machine of a legacy import, in the Amazon States Language. It uses only JSONPath, which the
// local runner runs as AWS does.
import { RETRIES } from './export-definition.ts';

type ImportTaskArns = (
  task: 'await' | 'receive' | 'validate' | 'assemble' | 'complete' | 'fail',
) => string;

export function buildImportDefinition(arnOf: ImportTaskArns): object {
  const failing = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Fail' }];
  const task = (name: Parameters<ImportTaskArns>[0], more: object) => ({
    Type: 'Task',
    Resource: arnOf(name),
    Retry: RETRIES,
    ...(name !== 'fail' && { Catch: failing }),
    ...more,
  });
  const choice = (variable: string, yes: string, no: string) => ({
    Type: 'Choice',
    Choices: [{ Variable: variable, BooleanEquals: true, Next: yes }],
    Default: no,
  });
  return {
    Comment: 'A legacy import: await the file, receive it, validate slices, assemble, complete.',
    StartAt: 'Await',
    States: {
      Await: task('await', { Next: 'IsThere' }),
      IsThere: choice('$.isThere', 'Receive', 'Pause'),
      Pause: { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'Await' },
      Receive: task('receive', { Next: 'Validate' }),
      Validate: task('validate', { Next: 'IsLast' }),
      IsLast: choice('$.isLast', 'Assemble', 'Validate'),
      Assemble: task('assemble', { ResultPath: '$.completion', Next: 'Complete' }),
      Complete: task('complete', { End: true }),
      Fail: task('fail', { ResultPath: null, Next: 'WhoseFault' }),
      WhoseFault: {
        Type: 'Choice',
        Choices: [
          { Variable: '$.failure.Error', StringEquals: 'BatchFailure', Next: 'FileRefused' },
        ],
        Default: 'Failed',
      },
      // A rejected file is a valid outcome: the execution succeeds and raises no alarm.
      FileRefused: { Type: 'Succeed' },
      Failed: {
        Type: 'Fail',
        Error: 'ImportFailed',
        Cause: 'The batch is FAILED; its receipt gives the reason.',
      },
    },
  };
}
