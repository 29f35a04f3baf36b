// What IAM's wildcards match: `*` any number of characters, `?` one. A policy variable would mean
// something that nobody works out here, so it is refused.

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
