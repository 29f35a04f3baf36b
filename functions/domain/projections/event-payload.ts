// Reads members of an event. An event without them cannot be applied: it fails with the reason and is
// set aside.
import type { DomainEvent, ProjectionState } from './projector.ts';

export class UnreadableEventError extends Error {}

export function readPayload({ payload, type }: DomainEvent): ProjectionState {
  return requireObject(payload, `${type}: its payload`);
}

export function readObjectMember(
  object: ProjectionState,
  name: string,
  type: string,
): ProjectionState {
  return requireObject(object[name], `${type}: ${name}`);
}

export function readObjectMembers(
  object: ProjectionState,
  name: string,
  type: string,
): readonly ProjectionState[] {
  const list = object[name];
  if (!Array.isArray(list)) throw new UnreadableEventError(`${type}: ${name} is not a list`);
  return list.map((one) => requireObject(one, `${type}: ${name}`));
}

export function readTextMember(object: ProjectionState, name: string, type: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new UnreadableEventError(`${type}: ${name} is not text`);
  return value;
}

export function readOptionalTextMember(object: ProjectionState, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

function requireObject(value: unknown, what: string): ProjectionState {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as ProjectionState;
  throw new UnreadableEventError(`${what} is not an object`);
}
