// What the address of an API shows by itself: a page for people and the same links for programs.
import { createHash } from 'node:crypto';

/** Where the parts of a deployment are. */
export interface RootLinks {
  /** Absent in a deployment without a console. */
  readonly console?: string;
  readonly reference: string;
  readonly openapi: string;
  readonly health: string;
}

const LABELS: Readonly<Record<keyof RootLinks, string>> = {
  console: 'Console',
  reference: 'API reference',
  openapi: 'OpenAPI document',
  health: 'Health',
};

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 2rem 1.25rem; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.2; }
ul { margin: 0; padding: 0; list-style: none; }
a { display: inline-block; padding: .5rem 0; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing of the page runs, and nothing but its icon is loaded. */
export const ROOT_PAGE_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Builds the links of an API whose own address has this path. They are relative, so that they are right at the
 * root of an origin, below the path of a stage and behind a proxy.
 */
export function buildRootLinks(address: string, consoleOrigin: string | undefined): RootLinks {
  // Empty if the address ends with a slash. Otherwise its last part is not in the base of relative links.
  const last = address.slice(address.lastIndexOf('/') + 1);
  const path = last === '' ? '.' : `./${last}`;
  return {
    ...(consoleOrigin !== undefined && { console: consoleOrigin }),
    reference: `${path}/docs`,
    openapi: `${path}/openapi.json`,
    health: `${path}/health`,
  };
}

/** Builds the page; the title is text. */
export function buildRootPage(title: string, links: RootLinks): string {
  const items = Object.entries(links).map(([name, url]) => {
    return `<li><a href="${escapeHtml(String(url))}">${LABELS[name as keyof RootLinks]}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${escapeHtml(links.reference)}/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<ul>
${items.join('\n')}
</ul>
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<"]/g, (character) => ENTITIES[character] ?? '');
}
