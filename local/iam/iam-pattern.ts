// Patterns of IAM, in which `*` matches any number of characters and `?` one. Policy variables are not
// supported, so they are refused.

export interface IamPattern {
  readonly text: string;
  matches(value: string): boolean;
}

/** IAM ignores case only in actions. */
export function compileIamPattern(text: string, { ignoreCase = false } = {}): IamPattern {
  if (text.includes('${'))
    throw new Error(`The local runner does not support policy variables: ${text}.`);
  const literal = text.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  const source = literal.replaceAll('*', '.*').replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, ignoreCase ? 'is' : 's');
  return { text, matches: (value) => expression.test(value) };
}
