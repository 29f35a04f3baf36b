// Where a member is in JSON that an operator has typed.

const SKIPPED = /[ \t\n\r,:]*/y;
const TEXT = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,:[\]{}"]+/y;

/**
 * Finds the offset of the value at a JSON pointer in a text that is JSON. Where there is no such member, that
 * of the innermost value which the pointer reaches.
 */
export function findPointerOffset(text: string, pointer: string): number {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return findValue(text, skip(text, 0, SKIPPED), names);
}

function findValue(text: string, start: number, [name, ...rest]: readonly string[]): number {
  if (name === undefined || (text[start] !== '{' && text[start] !== '[')) return start;
  const isObject = text[start] === '{';
  let offset = skip(text, start + 1, SKIPPED);
  for (let index = 0; offset < text.length && !isEnd(text[offset]); index += 1) {
    let own = `${index}`;
    if (isObject) {
      const end = skip(text, offset, TEXT);
      own = JSON.parse(text.slice(offset, end)) as string;
      offset = skip(text, end, SKIPPED);
    }
    if (own === name) return findValue(text, offset, rest);
    offset = skip(text, skipValue(text, offset), SKIPPED);
  }
  return start;
}

function isEnd(character: string | undefined): boolean {
  return character === '}' || character === ']';
}

// The offset after the value that starts here.
function skipValue(text: string, start: number): number {
  let [offset, depth] = [start, 0];
  do {
    const character = text[offset];
    if (character === '"') offset = skip(text, offset, TEXT);
    else if (character === '{' || character === '[') [offset, depth] = [offset + 1, depth + 1];
    else if (isEnd(character)) [offset, depth] = [offset + 1, depth - 1];
    else offset = skip(text, offset, SCALAR);
    if (depth > 0) offset = skip(text, offset, SKIPPED);
  } while (depth > 0 && offset < text.length);
  return offset;
}

// A fault of the text must not keep the search at one place.
function skip(text: string, offset: number, pattern: RegExp): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : Math.min(offset + 1, text.length);
}
