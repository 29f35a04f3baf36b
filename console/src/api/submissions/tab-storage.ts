// What a tab keeps for a page that is loaded again.

export function readFromTab(name: string): unknown {
  return JSON.parse(sessionStorage.getItem(name) ?? 'null');
}

/** Keeps the value, or forgets it if its content is empty. Returns false where the tab has no room for it. */
export function keepInTab(
  name: string,
  value: object,
  { content, longest = Infinity }: { readonly content: object; readonly longest?: number },
): boolean {
  if (Object.keys(content).length === 0) {
    sessionStorage.removeItem(name);
    return true;
  }
  const text = JSON.stringify(value);
  if (text.length > longest) return false;
  try {
    sessionStorage.setItem(name, text);
    return true;
  } catch {
    // The storage is full: the form still has what was typed, and sends it.
    return false;
  }
}
