// The state machine of the nightly verification, in the Amazon States Language. Its map is distributed: each segment is
// an execution of its own, so that the number of stretches is not limited by the history of one execution. It uses only
// what the local runner runs as AWS does. What the tasks do follows from the stored plan and checkpoints, so an
// execution can be stopped, restarted, or replaced by another.
import { RETRY } from './export-definition.ts';

/** The number of segments that are read at the same time. */
const WORKERS = 32;

type VerificationTaskArns = (task: 'plan' | 'scan' | 'conclude') => string;

export function buildVerificationDefinition(arnOf: VerificationTaskArns): object {
  const task = (name: Parameters<VerificationTaskArns>[0], more: object) => ({
    Type: 'Task',
    Resource: arnOf(name),
    Retry: [RETRY],
    ...more,
  });
  const follow = (StringEquals: string, Next: string) => {
    return { Variable: '$.next', StringEquals, Next };
  };
  return {
    Comment: 'Verifies the ledger: plan, scan all segments in rounds, conclude each round.',
    StartAt: 'Plan',
    States: {
      Plan: task('plan', { Parameters: { 'execution.$': '$$.Execution.Name' }, Next: 'ScanAll' }),
      ScanAll: buildScanState(task('scan', { Next: 'IsOver' })),
      Conclude: task('conclude', { Next: 'WhatNext' }),
      WhatNext: {
        Type: 'Choice',
        Choices: [follow('SCAN', 'ScanAll'), follow('PLAN', 'Plan'), follow('FAIL', 'Unfinished')],
        Default: 'Verified',
      },
      Unfinished: {
        Type: 'Fail',
        Error: 'Unfinished',
        Cause:
          'Not all of the ledger was read; the log of conclude-verification has what was found.',
      },
      Verified: { Type: 'Succeed' },
    },
  };
}

function buildScanState(scan: object): object {
  return {
    Type: 'Map',
    ItemsPath: '$.segments',
    ItemSelector: { 'execution.$': '$.execution', 'segment.$': '$$.Map.Item.Value' },
    MaxConcurrency: WORKERS,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'Scan',
      States: {
        Scan: scan,
        // A worker stops long before its timeout; the next one continues from the checkpoint.
        IsOver: {
          Type: 'Choice',
          Choices: [{ Variable: '$.isOver', BooleanEquals: true, Next: 'Over' }],
          Default: 'Scan',
        },
        Over: { Type: 'Pass', End: true },
      },
    },
    ResultPath: null,
    // What the others have found is reported all the same.
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Conclude' }],
    Next: 'Conclude',
  };
}
