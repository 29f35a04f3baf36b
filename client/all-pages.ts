// Reads all pages of a list that answers an array. Such a list ends a page after 1,000 records and says
// so only in a header, so a caller that ignores the header would lose the rest.

const NEXT_CURSOR = 'X-Next-Cursor';
/** With one of these a caller reads page by page. */
const PAGING_PARAMETERS = ['limit', 'cursor'];

/**
 * Answers a GET of an array list with the records of all its pages, read one after the other. An answer
 * that is not a success becomes the answer to the whole: never is a part of a list returned as all of it.
 */
export function fetchAllPages(
  fetchPage: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const address = new URL(request.url);
    const first = await fetchPage(request);
    const isPaging = PAGING_PARAMETERS.some((name) => address.searchParams.has(name));
    if (request.method !== 'GET' || isPaging || !first.headers.has(NEXT_CURSOR)) return first;
    const pages = [await first.text()];
    let cursor = first.headers.get(NEXT_CURSOR);
    while (cursor !== null) {
      address.searchParams.set('cursor', cursor);
      const page = await fetchPage(new Request(address, request));
      if (!page.ok) return page;
      pages.push(await page.text());
      cursor = page.headers.get(NEXT_CURSOR);
    }
    return buildWholeAnswer(first, pages);
  };
}

// The texts are joined, not parsed, so that every value stays as the service wrote it.
function buildWholeAnswer(
  { status, statusText, headers: given }: Response,
  pages: string[],
): Response {
  const items = pages.map((text) => text.trim().slice(1, -1)).filter((text) => text.trim() !== '');
  const headers = new Headers(given);
  for (const name of [NEXT_CURSOR, 'Link', 'Content-Length']) headers.delete(name);
  return new Response(`[${items.join(',')}]`, { status, statusText, headers });
}
