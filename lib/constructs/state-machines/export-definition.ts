// The state machine of an export, in the Amazon States Language. It uses only JSONPath and inline maps,
// which the local runner runs as AWS does.

export const RETRY = {
  ErrorEquals: ['States.ALL'],
  IntervalSeconds: 1,
  BackoffRate: 2,
  MaxAttempts: 6,
  MaxDelaySeconds: 60,
  JitterStrategy: 'FULL',
};

/** A retry cannot fix a BatchFailure. */
export const RETRIES = [{ ErrorEquals: ['BatchFailure'], MaxAttempts: 0 }, RETRY];

/** The number of workers that read concurrently. */
const WORKERS = 10;

type ExportTaskArns = (
  task: 'begin' | 'plan' | 'write' | 'seal' | 'cover' | 'assemble' | 'complete' | 'fail',
) => string;

export function buildExportDefinition(arnOf: ExportTaskArns): object {
  const failing = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Fail' }];
  const task = (name: Parameters<ExportTaskArns>[0], more: object) => ({
    Type: 'Task',
    Resource: arnOf(name),
    Retry: RETRIES,
    ...more,
  });
  return {
    Comment: 'A regulatory export: settle, plan, write in parallel, cover, assemble, complete.',
    StartAt: 'Begin',
    States: {
      Begin: task('begin', { Catch: failing, Next: 'Settle' }),
      Settle: { Type: 'Wait', SecondsPath: '$.settleSeconds', Next: 'Plan' },
      Plan: task('plan', { ResultPath: '$.plan', Catch: failing, Next: 'WriteAll' }),
      WriteAll: {
        Type: 'Map',
        ItemsPath: '$.plan.slices',
        ItemSelector: {
          'tenant.$': '$.tenant',
          'batchId.$': '$.batchId',
          'slice.$': '$$.Map.Item.Value',
        },
        MaxConcurrency: WORKERS,
        ItemProcessor: {
          StartAt: 'Write',
          States: buildWriteStates(task('write', { Next: 'IsWritten' })),
        },
        ResultPath: null,
        Catch: failing,
        Next: 'Seal',
      },
      ...buildCoverStates(arnOf('seal'), task('cover', { Catch: failing })),
      Assemble: task('assemble', {
        ResultPath: '$.completion',
        Catch: failing,
        Next: 'Complete',
      }),
      Complete: task('complete', { Catch: failing, End: true }),
      Fail: task('fail', { ResultPath: null, Next: 'Failed' }),
      Failed: {
        Type: 'Fail',
        Error: 'ExportFailed',
        Cause: 'The batch is FAILED; its receipt gives the reason.',
      },
    },
  };
}

/** Between two questions whether the log covers the period. */
const PAUSE_SECONDS = 5;
/** Before the export seals again. */
const SETTLING_SECONDS = 2;

// The manifest names a checkpoint that covers the period, so the receipts of the tenant are sealed at once, and a few
// times again while some have not settled. Then the export waits for the run of the next minute, for a limited time.
function buildCoverStates(sealing: string, cover: object): object {
  return {
    Seal: {
      Type: 'Task',
      Resource: sealing,
      Parameters: { 'tenant.$': '$.tenant' },
      ResultPath: null,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Cover' }],
      Next: 'Cover',
    },
    Cover: { ...cover, ResultPath: '$.coverage', Next: 'IsCovered' },
    IsCovered: {
      Type: 'Choice',
      Choices: [
        { Variable: '$.coverage.isOver', BooleanEquals: true, Next: 'Assemble' },
        { Variable: '$.coverage.sealsAgain', BooleanEquals: true, Next: 'PauseToSeal' },
      ],
      Default: 'Pause',
    },
    PauseToSeal: { Type: 'Wait', Seconds: SETTLING_SECONDS, Next: 'Seal' },
    Pause: { Type: 'Wait', Seconds: PAUSE_SECONDS, Next: 'Cover' },
  };
}

// A worker stops before its timeout; the next one continues from its position.
function buildWriteStates(write: object): object {
  return {
    Write: write,
    IsWritten: {
      Type: 'Choice',
      Choices: [{ Variable: '$.isDone', BooleanEquals: true, Next: 'Written' }],
      Default: 'Write',
    },
    Written: { Type: 'Pass', Result: {}, End: true },
  };
}
