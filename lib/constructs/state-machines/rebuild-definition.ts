// The state machine that rebuilds a projection, in the Amazon States Language. It uses only JSONPath and
// inline maps, which the local runner runs as AWS does. Each task reads the stored progress of the rebuild,
// so an execution can be stopped, restarted, or run concurrently with others.
import { RETRY } from './export-definition.ts';

/** A retry cannot fix a wrong input. */
const RETRIES = [{ ErrorEquals: ['WrongRebuild'], MaxAttempts: 0 }, RETRY];

/** The number of segments that are read concurrently. */
const WORKERS = 10;

/** How long a consumer usually takes for a batch. What a slower one leaves, the next rebuild sweeps. */
const WRITES_SECONDS = 3;

type RebuildTaskArns = (task: 'begin' | 'fill' | 'swap' | 'retire' | 'sweep') => string;

/** When the retries of a task are used up, its last error fails the execution. */
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
      Retire: task('retire', { ResultPath: null, Next: 'EndWrites' }),
      // A consumer that read the generations before still writes the rest of its batch.
      EndWrites: { Type: 'Wait', Seconds: WRITES_SECONDS, Next: 'Sweep' },
      Sweep: task('sweep', { Next: 'IsSwept' }),
      IsSwept: buildChoice(isTrue('$.isSwept'), 'IsRebuilt', 'Sweep'),
      // If the sweep only removed the remains of an earlier rebuild, this one has yet to start.
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
