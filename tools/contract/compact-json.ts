const WIDTH = 96;

/** JSON whose objects and lists stand on one line where they fit. */
export function compactJson(value: unknown, indent = ''): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) {
    return line;
  }
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => `${inner}${compactJson(part, inner)}`)
    : Object.entries(value).map(
        ([name, part]) => `${inner}${JSON.stringify(name)}: ${compactJson(part, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${oneLine(part)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
