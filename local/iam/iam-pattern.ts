// Patterns of IAM, in which `*` matches any number of characters and `?` one.

export interface IamPattern {
  readonly text: string;
  matches(value: string): boolean;
}

/** IAM ignores case only in actions. Policy variables are supported in conditions alone. */
export function compileIamPattern(text: string, { ignoreCase = false } = {}): IamPattern {
  if (text.includes('${'))
    throw new Error(`The local runner does not support policy variables: ${text}.`);
  const expression = new RegExp(`^${readWildcards(text)}$`, ignoreCase ? 'is' : 's');
  return { text, matches: (value) => expression.test(value) };
}

/** Returns the first value of a condition key; undefined where a call has none. */
export type VariableSource = (key: string) => string | undefined;

/** A pattern of a condition for one call; undefined where the call lacks a variable's value. */
export type ConditionPattern = (valueOf: VariableSource) => Pick<IamPattern, 'matches'> | undefined;

const VARIABLE = /\$\{([^}]*)\}/;
const PRINCIPAL_TAG = /^aws:PrincipalTag\/[\w-]+$/;
/** Written as variables, these are no wildcards. */
const LITERALS = new Set(['*', '?', '$']);

/** Compiles the pattern of a condition, in which the tags of the caller's session may be variables. */
export function compileConditionPattern(text: string, hasWildcards: boolean): ConditionPattern {
  const parts = text.split(VARIABLE);
  const unknown = parts.find(
    (part, index) => isVariable(index) && !LITERALS.has(part) && !PRINCIPAL_TAG.test(part),
  );
  if (unknown !== undefined)
    throw new Error(`The local runner does not support the policy variable ${unknown}.`);
  const read = (part: string) => (hasWildcards ? readWildcards(part) : escapeText(part));
  if (parts.length === 1) {
    const fixed = compileWhole(read(text));
    return () => fixed;
  }
  return (valueOf) => {
    const sources = parts.map((part, index) => {
      if (!isVariable(index)) return read(part);
      const value = LITERALS.has(part) ? part : valueOf(part);
      // No character of a value is a wildcard.
      return value === undefined ? undefined : escapeText(value);
    });
    if (sources.includes(undefined)) return undefined;
    return compileWhole(sources.join(''));
  };
}

function compileWhole(source: string): Pick<IamPattern, 'matches'> {
  const expression = new RegExp(`^${source}$`, 's');
  return { matches: (value) => expression.test(value) };
}

// Splitting by an expression with a group puts what it has captured at odd places.
function isVariable(index: number): boolean {
  return index % 2 === 1;
}

function readWildcards(text: string): string {
  const literal = text.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  return literal.replaceAll('*', '.*').replaceAll('?', '.');
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.|+()[\]{}*?]/g, '\\$&');
}
