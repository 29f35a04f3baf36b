// The calls of EventBridge Scheduler that the administration command makes: create, read, update and
// delete a schedule.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { ServiceError } from '../http/service-error.ts';
import { parseScheduleExpression } from './schedule-expression.ts';
import type { Schedule, ScheduleStore } from './schedule-store.ts';

/** Throws a ServiceError when the call is refused. */
export type ScheduleCall = (input: JsonObject, now: Date) => JsonObject;

export function scheduleCalls(
  store: ScheduleStore,
  groups: DeployedResource[],
): Readonly<Record<string, ScheduleCall>> {
  const arnOf = ({ group, name }: Pick<Schedule, 'group' | 'name'>) => {
    const found = groups.find(({ ref }) => ref === group);
    if (!found) throw new ServiceError(NOT_FOUND, `Schedule group ${group} does not exist.`);
    return `arn:aws:scheduler:${found.region}:${found.account}:schedule/${group}/${name}`;
  };
  const found = (input: JsonObject) => {
    const { group, name } = readScheduleKey(input);
    const schedule = store.find(group, name);
    if (schedule) return schedule;
    throw new ServiceError(NOT_FOUND, `Schedule ${name} does not exist.`);
  };
  return {
    POST(input, now) {
      const key = readScheduleKey(input);
      const ScheduleArn = arnOf(key);
      if (store.find(key.group, key.name)) {
        throw new ServiceError('ConflictException', `Schedule ${key.name} already exists.`);
      }
      store.put(buildSchedule(input, now));
      return { ScheduleArn };
    },
    PUT(input, now) {
      const { made, ...before } = found(input);
      store.put({ ...buildSchedule(input, now), made });
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

const NOT_FOUND = 'ResourceNotFoundException';

function readScheduleKey({ GroupName: group, Name: name }: JsonObject) {
  return { group: String(group), name: String(name) };
}

function buildSchedule(input: JsonObject, now: Date): Schedule {
  const settings = { State: 'ENABLED', ...input };
  const made = now.toISOString();
  const due =
    settings.State === 'ENABLED' ? computeFirstDue(settings, now)?.toISOString() : undefined;
  const schedule = { ...readScheduleKey(input), settings, made, changed: made };
  return due === undefined ? schedule : { ...schedule, due };
}

function computeFirstDue(settings: JsonObject, now: Date): Date | undefined {
  const { ScheduleExpression: when, ScheduleExpressionTimezone: zone = 'UTC', Target } = settings;
  if (zone !== 'UTC')
    throw buildValidationError(`the local runner supports only UTC, not ${String(zone)}`);
  if (!isObject(Target)) throw buildValidationError('a schedule needs a target');
  try {
    return parseScheduleExpression(String(when))(now, now);
  } catch (error) {
    throw buildValidationError(error instanceof Error ? error.message : String(error));
  }
}

function buildValidationError(sentence: string): ServiceError {
  return new ServiceError('ValidationException', `Invalid schedule: ${sentence}`);
}
