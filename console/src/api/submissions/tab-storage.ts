// What a tab keeps for a page that is loaded again.

export function readFromTab(name: string): unknown {
  return JSON.parse(sessionStorage.getItem(name) ?? 'null');
}

/** Keeps the value, or forgets it if its content is empty. */
export function keepInTab(name: string, value: object, content: object): void {
  if (Object.keys(content).length === 0) return sessionStorage.removeItem(name);
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The storage is full: the form still has what was typed, and sends it; only a page that is loaded again knows of neither.
  }
}
