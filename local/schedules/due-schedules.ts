// Invokes the targets of schedules that are due. EventBridge Scheduler retries a failed call for a day,
// so this does too.
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { parseScheduleExpression } from './schedule-expression.ts';
import type { Schedule, ScheduleStore } from './schedule-store.ts';

const RETRY_WINDOW_MS = 86_400_000;
const PAUSE_MS = 60_000;

export interface ScheduleInvocation {
  /** The functions, limited to those that the schedule's role may call. */
  readonly calledBy: (roleArn: string) => Pick<FunctionRunner, 'invoke'>;
  readonly log: (line: string) => void;
}

/**
 * Calls the target of each schedule that is due by `now`, once however many of its times have passed.
 * The next due time is stored only after the call, so a call may be repeated but is never lost.
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
    const isCalled = await invokeSchedule(schedule, calling);
    // The schedule may have been changed or deleted during the call.
    if (store.find(schedule.group, schedule.name) !== schedule) continue;
    const age = now.getTime() - Date.parse(schedule.due ?? time);
    const isOver = isCalled || age > RETRY_WINDOW_MS;
    const next = isOver ? buildNextSchedule(schedule, now) : buildRetriedSchedule(schedule, now);
    storeCalled(store, next, calling.log);
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

function buildRetriedSchedule(schedule: Schedule, now: Date): Schedule {
  return { ...schedule, retried: new Date(now.getTime() + PAUSE_MS).toISOString() };
}

async function invokeSchedule(
  { name, settings, due = '' }: Schedule,
  { calledBy, log }: ScheduleInvocation,
) {
  const target: JsonObject = isObject(settings.Target) ? settings.Target : {};
  try {
    const at = `${due.slice(0, 19)}Z`;
    const input = String(target.Input ?? '{}').replaceAll('<aws.scheduler.scheduled-time>', at);
    await calledBy(String(target.RoleArn)).invoke(String(target.Arn), JSON.parse(input));
    log(`Schedule ${name}, due ${at}: called.`);
    return true;
  } catch (error) {
    log(`Schedule ${name}: the call failed: ${String(error)}`);
    return false;
  }
}
