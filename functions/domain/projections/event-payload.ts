// Reads what an event carries. An event that does not carry it cannot be applied: that is said
// loudly, and the event is set aside with its reason.
import type { DomainEvent, State } from './projector.ts';

export class UnreadableEvent extends Error {}

export function payloadOf({ payload, type }: DomainEvent): State {
  return objectIn(payload, `${type}: its payload`);
}

export function member(object: State, name: string, type: string): State {
  return objectIn(object[name], `${type}: ${name}`);
}

export function members(object: State, name: string, type: string): readonly State[] {
  const list = object[name];
  if (!Array.isArray(list)) throw new UnreadableEvent(`${type}: ${name} is not a list`);
  return list.map((one) => objectIn(one, `${type}: ${name}`));
}

export function textIn(object: State, name: string, type: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new UnreadableEvent(`${type}: ${name} is not text`);
  return value;
}

export function optionalText(object: State, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

function objectIn(value: unknown, what: string): State {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as State;
  throw new UnreadableEvent(`${what} is not an object`);
}
