// IAM's wildcards: `*` matches any number of characters, `?` one. Policy variables are not
// implemented, so they are refused.

export interface IamPattern {
  readonly text: string;
  matches(value: string): boolean;
}

/** Actions are compared without regard to case, everything else with it. */
export function compileIamPattern(text: string, { ignoreCase = false } = {}): IamPattern {
  if (text.includes('${')) throw new Error(`The local runner knows no policy variables: ${text}.`);
  const literal = text.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  const source = literal.replaceAll('*', '.*').replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, ignoreCase ? 'is' : 's');
  return { text, matches: (value) => expression.test(value) };
}
