// The calls of EventBridge Scheduler that the administration makes: a schedule is made, read, changed
// and deleted.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { ServiceError } from '../http/service-error.ts';
import { nextTimeOf } from './schedule-expression.ts';
import type { Schedule, ScheduleStore } from './schedule-store.ts';

/** A call, by its HTTP method. Refuses with a ServiceError. */
export type ScheduleCall = (input: JsonObject, now: Date) => JsonObject;

export function scheduleCalls(
  store: ScheduleStore,
  groups: DeployedResource[],
): Readonly<Record<string, ScheduleCall>> {
  const arnOf = ({ group, name }: Pick<Schedule, 'group' | 'name'>) => {
    const found = groups.find(({ ref }) => ref === group);
    if (!found) throw new ServiceError(notFound, `Schedule group ${group} does not exist.`);
    return `arn:aws:scheduler:${found.region}:${found.account}:schedule/${group}/${name}`;
  };
  const found = (input: JsonObject) => {
    const { group, name } = placeOf(input);
    const schedule = store.find(group, name);
    if (schedule) return schedule;
    throw new ServiceError(notFound, `Schedule ${name} does not exist.`);
  };
  return {
    POST(input, now) {
      const place = placeOf(input);
      const ScheduleArn = arnOf(place);
      if (store.find(place.group, place.name)) {
        throw new ServiceError('ConflictException', `Schedule ${place.name} already exists.`);
      }
      store.put(scheduleOf(input, now));
      return { ScheduleArn };
    },
    PUT(input, now) {
      const { made, ...before } = found(input);
      store.put({ ...scheduleOf(input, now), made });
      return { ScheduleArn: arnOf(before) };
    },
    GET(input) {
      const schedule = found(input);
      return {
        ...schedule.settings,
        Arn: arnOf(schedule),
        CreationDate: Date.parse(schedule.made) / 1_000,
        LastModificationDate: Date.parse(schedule.changed) / 1_000,
      };
    },
    DELETE(input) {
      store.remove(found(input));
      return {};
    },
  };
}

const notFound = 'ResourceNotFoundException';

function placeOf({ GroupName: group, Name: name }: JsonObject) {
  return { group: String(group), name: String(name) };
}

function scheduleOf(input: JsonObject, now: Date): Schedule {
  const settings = { State: 'ENABLED', ...input };
  const made = now.toISOString();
  const due = settings.State === 'ENABLED' ? firstDue(settings, now)?.toISOString() : undefined;
  const schedule = { ...placeOf(input), settings, made, changed: made };
  return due === undefined ? schedule : { ...schedule, due };
}

function firstDue(settings: JsonObject, now: Date): Date | undefined {
  const { ScheduleExpression: when, ScheduleExpressionTimezone: zone = 'UTC', Target } = settings;
  if (zone !== 'UTC') throw invalid(`the local runner knows UTC only, not ${String(zone)}`);
  if (!isObject(Target)) throw invalid('a schedule calls a target');
  try {
    return nextTimeOf(String(when))(now, now);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

function invalid(sentence: string): ServiceError {
  return new ServiceError('ValidationException', `Invalid schedule: ${sentence}`);
}
