// Where a text stops being JSON. `JSON.parse` decides whether it is; most browsers do not say where it is not.

const TOKEN =
  /("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)|[{}[\],:]/uy;
const SPACES = /[ \t\n\r]*/y;

/** What may come next. */
type JsonState = 'value' | 'first-item' | 'first-name' | 'name' | 'colon' | 'separator' | 'end';

/** Finds the offset at which the text is no JSON; undefined if it is. */
export function findJsonFault(text: string): number | undefined {
  const open: string[] = [];
  let state: JsonState | undefined = 'value';
  for (let offset = skipSpaces(text, 0); offset < text.length;) {
    TOKEN.lastIndex = offset;
    const [token, name, scalar] = TOKEN.exec(text) ?? [];
    if (token === undefined) return offset;
    state = findNextState(state, open, nameToken(token, name, scalar));
    if (state === undefined) return offset;
    offset = skipSpaces(text, TOKEN.lastIndex);
  }
  return state === 'end' ? undefined : text.length;
}

function skipSpaces(text: string, offset: number): number {
  SPACES.lastIndex = offset;
  SPACES.exec(text);
  return SPACES.lastIndex;
}

function nameToken(token: string, text: string | undefined, scalar: string | undefined): string {
  if (text !== undefined) return 'text';
  return scalar === undefined ? token : 'scalar';
}

function findNextState(state: JsonState, open: string[], token: string): JsonState | undefined {
  if (token === '}' || token === ']') return closeContainer(state, open, token);
  switch (state) {
    case 'value':
    case 'first-item':
      return startValue(open, token);
    case 'first-name':
    case 'name':
      return token === 'text' ? 'colon' : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'separator':
      if (token !== ',') return undefined;
      return open.at(-1) === '{' ? 'name' : 'value';
    case 'end':
      return undefined;
  }
}

function startValue(open: string[], token: string): JsonState | undefined {
  if (token === 'text' || token === 'scalar') return open.length === 0 ? 'end' : 'separator';
  if (token !== '{' && token !== '[') return undefined;
  open.push(token);
  return token === '{' ? 'first-name' : 'first-item';
}

function closeContainer(state: JsonState, open: string[], token: string): JsonState | undefined {
  const [opening, empty] = token === '}' ? ['{', 'first-name'] : ['[', 'first-item'];
  if (open.at(-1) !== opening || (state !== 'separator' && state !== empty)) return undefined;
  open.pop();
  return open.length === 0 ? 'end' : 'separator';
}
