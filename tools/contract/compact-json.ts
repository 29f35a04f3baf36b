const WIDTH = 96;

/** Formats JSON with each object and list on one line if it fits. */
export function formatCompactJson(value: unknown, indent = ''): string {
  const line = formatOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) {
    return line;
  }
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => `${inner}${formatCompactJson(part, inner)}`)
    : Object.entries(value).map(
        ([name, part]) => `${inner}${JSON.stringify(name)}: ${formatCompactJson(part, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function formatOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${formatOneLine(part)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
