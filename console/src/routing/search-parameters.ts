// The search of an address: plain text by name, as the operator sees and shares it. A page takes what is valid
// and drops the rest; the shell says what was dropped.
import { countCharacters } from '../values/characters.ts';

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function formatSearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Whether the text may stand in the address; it may also turn the text into a narrower type. */
type ParameterCheck<Value extends string> = (text: string) => text is Value;

type CheckedSearch<Checks> = {
  readonly [Name in keyof Checks]?: Checks[Name] extends ParameterCheck<infer Value>
    ? Value
    : never;
};

/** Makes a route's check of its search: parameters that are unknown or invalid are left out. */
export function checkSearch<Checks extends Readonly<Record<string, ParameterCheck<string>>>>(
  checks: Checks,
): (search: Readonly<Record<string, unknown>>) => CheckedSearch<Checks> {
  return (search) => {
    const valid = Object.entries(checks).filter(([name, isValid]) => {
      const text = search[name];
      return typeof text === 'string' && (isValid as (text: string) => boolean)(text);
    });
    return Object.fromEntries(valid.map(([name]) => [name, search[name]])) as CheckedSearch<Checks>;
  };
}

/** A check for one of several values. */
export function isOneOf<const Value extends string>(
  values: readonly Value[],
): (text: string) => text is Value {
  return (text): text is Value => (values as readonly string[]).includes(text);
}

/** A check for text of limited length. */
export function isText(longest: number): (text: string) => text is string {
  return (text): text is string => text !== '' && countCharacters(text) <= longest;
}

/** The parameters of the address that the page did not take. */
export function listDroppedParameters(
  searchText: string,
  taken: Readonly<Record<string, unknown>>,
): readonly string[] {
  return [...new URLSearchParams(searchText).keys()].filter((name) => taken[name] === undefined);
}
