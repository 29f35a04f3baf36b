// Finds the numbers of a JSON text that JavaScript cannot hold. JSON limits neither digits nor exponents;
// JSON.parse takes the nearest double and reports nothing, and JSON.stringify writes the shortest decimal
// of that double. So a number survives if it equals that decimal (ADR 072).

/** A number whose value JSON.parse would change, as the text writes it. */
export interface InexactNumber {
  /** Member names and positions, from the root to the number. */
  readonly path: readonly string[];
  readonly text: string;
}

// A number of at most fifteen digits without an exponent always survives. Only a text that may hold
// another one, outside or inside of its strings, is read number by number.
const SUSPECT = /(?:^|[[:,])\s*-?(?:[\d.]{16}|[\d.]+e)/i;

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|[[\]{},:]/gis;

/** Returns the numbers that would change, in the order of the text, which must be valid JSON. */
export function findInexactNumbers(text: string): readonly InexactNumber[] {
  if (!SUSPECT.test(text)) return [];
  const found: InexactNumber[] = [];
  // Of each open list the position, of each open object the current name as the text writes it.
  const levels: (number | string)[] = [];
  let before = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '[') levels.push(0);
    else if (token === '{') levels.push('');
    else if (token === ']' || token === '}') levels.pop();
    else if (token === ':') levels[levels.length - 1] = before;
    else if (token === ',' && typeof level === 'number') levels[levels.length - 1] = level + 1;
    else if (/^[-\d]/.test(token) && !isExact(token)) {
      found.push({ path: levels.map(readPathPart), text: token });
    }
    before = token;
  }
  return found;
}

function readPathPart(level: number | string): string {
  return typeof level === 'number' ? String(level) : (JSON.parse(level) as string);
}

function isExact(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const shortest = String(value);
  return text === shortest || normalizeDecimal(text) === normalizeDecimal(shortest);
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns the same text for all spellings of one value: `1.50`, `15e-1`. */
function normalizeDecimal(text: string): string {
  const [, sign, whole = '', part = '', power = '0'] = DECIMAL.exec(text) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  // JSON has one zero: -0 equals 0 (RFC 8785).
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${Number(power) - part.length + digits.length - end}`;
}
