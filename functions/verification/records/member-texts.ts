// The members of a record as texts that can be compared.
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';

/** Each member as text, in the order of their names. Absent members stay absent. */
export function formatMembers(members: object): Record<string, string> {
  const values = members as Readonly<Record<string, unknown>>;
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, formatMember(values[name])]));
}

/** The members that differ, as fields of a flaw. */
export function compareMembers(
  stored: object,
  derived: object,
): Pick<Flaw, 'field' | 'stored' | 'derived'>[] {
  return compareTexts(formatMembers(stored), formatMembers(derived));
}

/** The texts that differ, as fields of a flaw. */
export function compareTexts(
  stored: Readonly<Record<string, string>>,
  derived: Readonly<Record<string, string>>,
): Pick<Flaw, 'field' | 'stored' | 'derived'>[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(derived)]);
  return [...names]
    .filter((name) => stored[name] !== derived[name])
    .map((name) => ({
      field: name,
      stored: stored[name] ?? NO_RECORD,
      derived: derived[name] ?? NO_RECORD,
    }));
}

function formatMember(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(sortMembers(value));
}

// A stored map does not keep the order of its members.
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(members[name])]));
}
