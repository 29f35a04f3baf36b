// The state machine that rebuilds a projection, in the Amazon States Language: JSONPath and inline maps
// alone, which the local runner runs as AWS does. What it holds between two tasks does not matter: each
// reads the progress of the rebuild, so an execution may be stopped, restarted and run beside others.
import { RETRY } from './export-definition.ts';

/** Errors of the input, which a retry cannot fix. */
const RETRIES = [{ ErrorEquals: ['WrongRebuild'], MaxAttempts: 0 }, RETRY];

/** Segments that are read beside each other. */
const WORKERS = 10;

type RebuildTaskArns = (task: 'begin' | 'fill' | 'swap' | 'retire' | 'sweep') => string;

/** The last error of a task fails the execution, with its name and message. */
export function buildRebuildDefinition(arnOf: RebuildTaskArns): object {
  const task = (name: Parameters<RebuildTaskArns>[0], more: object) => ({
    Type: 'Task',
    Resource: arnOf(name),
    Retry: RETRIES,
    ...more,
  });
  return {
    Comment: 'Rebuilds a projection: fill a generation in parallel, swap, retire, sweep.',
    StartAt: 'Begin',
    States: {
      Begin: task('begin', { Next: 'IsFilling' }),
      IsFilling: buildChoice(isNext('FILL'), 'FillAll', 'IsServed'),
      FillAll: buildFillState(task('fill', { Next: 'IsFilled' })),
      Swap: task('swap', { Next: 'IsServed' }),
      IsServed: buildChoice(isNext('RETIRE'), 'Settle', 'Sweep'),
      Settle: { Type: 'Wait', SecondsPath: '$.graceSeconds', Next: 'Retire' },
      Retire: task('retire', { ResultPath: null, Next: 'Sweep' }),
      Sweep: task('sweep', { Next: 'IsSwept' }),
      IsSwept: buildChoice(isTrue('$.isSwept'), 'IsRebuilt', 'Sweep'),
      // What was swept may be what an earlier rebuild had left.
      IsRebuilt: buildChoice(isTrue('$.isRebuilt'), 'Rebuilt', 'Begin'),
      Rebuilt: { Type: 'Succeed' },
    },
  };
}

function buildFillState(fill: object): object {
  return {
    Type: 'Map',
    ItemsPath: '$.parts',
    ItemSelector: {
      'projection.$': '$.projection',
      'generation.$': '$.generation',
      'of.$': '$.of',
      'segment.$': '$$.Map.Item.Value',
    },
    MaxConcurrency: WORKERS,
    ItemProcessor: {
      StartAt: 'Fill',
      States: {
        Fill: fill,
        // A worker stops before its timeout; the next one continues from its position.
        IsFilled: buildChoice(isTrue('$.isDone'), 'Filled', 'Fill'),
        Filled: { Type: 'Pass', End: true },
      },
    },
    ResultPath: '$.filled',
    Next: 'Swap',
  };
}

function buildChoice(condition: object, yes: string, no: string): object {
  return { Type: 'Choice', Choices: [{ ...condition, Next: yes }], Default: no };
}

function isTrue(Variable: string): object {
  return { Variable, BooleanEquals: true };
}

function isNext(StringEquals: string): object {
  return { Variable: '$.next', StringEquals };
}
