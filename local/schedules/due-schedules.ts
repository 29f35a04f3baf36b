// Calls the targets of schedules that are due. EventBridge Scheduler repeats a call that the function does not
// take for a day, and then sends its input to the queue of the schedule, so this does too.
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import type { FailureQueues } from '../lambda/asynchronous-calls.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { parseScheduleExpression } from './schedule-expression.ts';
import type { Schedule, ScheduleStore } from './schedule-store.ts';

const RETRY_WINDOW_SECONDS = 86_400;
const PAUSE_MS = 60_000;

export interface ScheduleInvocation {
  /** The functions that the role may call, for a schedule with this queue. */
  readonly calledBy: (roleArn: string, queue?: string) => Pick<FunctionRunner, 'invoke'>;
  readonly queues: Pick<FailureQueues, 'send'>;
  readonly log: (line: string) => void;
  readonly stopping: AbortSignal;
}

/**
 * Calls the target of each schedule that is due by `now`, once however many of its times have passed.
 * The next due time is stored only after the call, so a call may be repeated but is never lost. Nothing is stored of
 * a call that fails because the runner stops: the next start makes it.
 */
export async function invokeDueSchedules(
  store: ScheduleStore,
  now: Date,
  calling: ScheduleInvocation,
): Promise<void> {
  const time = now.toISOString();
  const due = store
    .all()
    .filter(({ due: at = '~', retried = '' }) => at <= time && retried <= time);
  for (const schedule of due) {
    if (calling.stopping.aborted) return;
    const isCalled = await invokeSchedule(schedule, calling);
    if (!isCalled && calling.stopping.aborted) return;
    // The schedule may have been changed or deleted during the call.
    if (store.find(schedule.group, schedule.name) !== schedule) continue;
    const age = now.getTime() - Date.parse(schedule.due ?? time);
    const isLate = age > readRetryWindow(schedule) * 1_000;
    const isOver = isCalled || (isLate && keepInput(schedule, calling));
    const next = isOver ? buildNextSchedule(schedule, now) : buildRetriedSchedule(schedule, now);
    storeCalled(store, next, calling.log);
  }
}

/**
 * Brings forward what is due later than after `now` it can be: the clock was ahead when the time was computed, and no
 * schedule may wait until it has caught up.
 */
export function bringForward(store: ScheduleStore, now: Date): void {
  const time = now.toISOString();
  for (const schedule of store.all()) {
    if (schedule.due === undefined) continue;
    const changed = schedule.changed < time ? schedule.changed : time;
    const { due = schedule.due, ...next } = buildNextSchedule({ ...schedule, changed }, now);
    const retry = buildRetriedSchedule(schedule, now);
    if (due < schedule.due) store.remember({ ...next, due });
    else if ((schedule.retried ?? '') > retry.retried) store.remember(retry);
  }
}

// On a full disk it is called again after a restart, and not every second until then.
function storeCalled(store: ScheduleStore, next: Schedule, log: (line: string) => void): void {
  try {
    store.put(next);
  } catch (error) {
    store.remember(next);
    log(`Schedule ${next.name}: the call cannot be stored: ${String(error)}`);
  }
}

function buildNextSchedule({ due: _, retried: __, ...schedule }: Schedule, now: Date): Schedule {
  const { settings, changed } = schedule;
  const next = parseScheduleExpression(String(settings.ScheduleExpression))(now, new Date(changed));
  return next ? { ...schedule, due: next.toISOString() } : schedule;
}

function buildRetriedSchedule(schedule: Schedule, now: Date) {
  return { ...schedule, retried: new Date(now.getTime() + PAUSE_MS).toISOString() };
}

function readTarget({ settings }: Schedule): JsonObject {
  return isObject(settings.Target) ? settings.Target : {};
}

function readRetryWindow(schedule: Schedule): number {
  const { RetryPolicy: policy } = readTarget(schedule);
  const seconds = isObject(policy) ? policy.MaximumEventAgeInSeconds : undefined;
  return typeof seconds === 'number' ? seconds : RETRY_WINDOW_SECONDS;
}

function readQueue(schedule: Schedule): string | undefined {
  const { DeadLetterConfig: dead } = readTarget(schedule);
  return isObject(dead) && typeof dead.Arn === 'string' ? dead.Arn : undefined;
}

// The queue gets the input as the function would have got it.
function buildInput(schedule: Schedule): object {
  const at = `${(schedule.due ?? '').slice(0, 19)}Z`;
  const { Input: input = '{}' } = readTarget(schedule);
  return JSON.parse(String(input).replaceAll('<aws.scheduler.scheduled-time>', at)) as object;
}

/** False where the queue does not take the input, as on a full disk: the call is made again instead. */
function keepInput(schedule: Schedule, { queues, log }: ScheduleInvocation): boolean {
  const { name } = schedule;
  const queue = readQueue(schedule);
  try {
    if (queue !== undefined) queues.send(queue, buildInput(schedule));
  } catch (error) {
    log(`Schedule ${name}: the call cannot be kept in ${queue}: ${String(error)}`);
    return false;
  }
  log(`Schedule ${name}: the call is ${queue === undefined ? 'lost' : `in ${queue}`}.`);
  return true;
}

async function invokeSchedule(schedule: Schedule, { calledBy, log }: ScheduleInvocation) {
  const { name, due } = schedule;
  const { Arn: arn, RoleArn: role } = readTarget(schedule);
  try {
    await calledBy(String(role), readQueue(schedule)).invoke(String(arn), buildInput(schedule));
    log(`Schedule ${name}, due ${due}: called.`);
    return true;
  } catch (error) {
    log(`Schedule ${name}: the call failed: ${String(error)}`);
    return false;
  }
}
