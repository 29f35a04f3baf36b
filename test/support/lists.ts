// What stands on the page of a list, in whichever way it is answered.
import type { Answer } from './stack.ts';

/** A page is `{ items, next_cursor }`, or an array with a Link to the next one. */
export function itemsOf({ body }: Pick<Answer, 'body'>): Record<string, unknown>[] {
  return Array.isArray(body) ? body : (body.items ?? []);
}

export function nextCursorOf({ body, headers }: Answer): string | undefined {
  if (!Array.isArray(body)) return body.next_cursor as string | undefined;
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? [];
  return cursor && decodeURIComponent(cursor);
}

/** What the ledger has named, wherever it stands in the value. */
export function idsIn(value: unknown): string[] {
  return JSON.stringify(value).match(/\b[a-z]{3,4}_[0-9a-f]{8}-[0-9a-f-]{27}\b/g) ?? [];
}
