// The pages that operators see: no script but that of passkeys, no request to another origin, legible at any
// size.
import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --paper: #f6f5f1; --card: #fff; --ink: #1d2733; --quiet: #55606e;
  --line: #8a94a1; --accent: #14532d; --on-accent: #fff; --bad: #9b1c1c; --bad-paper: #fdf0f0; }
@media (prefers-color-scheme: dark) { :root { --paper: #12171d; --card: #1b222b; --ink: #e8ecf1;
  --quiet: #a9b4c0; --line: #6d7885; --accent: #7ddb9f; --on-accent: #0c1f14; --bad: #ffb4ab;
  --bad-paper: #3a1f1f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  padding: 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 25rem; padding: 2rem; background: var(--card); border-radius: .75rem;
  border-top: .3rem solid var(--accent); box-shadow: 0 .5rem 2rem rgb(0 0 0 / .12); }
.mark { margin: 0; font-size: .8rem; letter-spacing: .14em; text-transform: uppercase; color: var(--quiet); }
h1 { margin: .25rem 0 .25rem; font-size: 1.6rem; line-height: 1.2; font-weight: 650; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
a { color: var(--accent); }
p { margin: 0 0 1.25rem; color: var(--quiet); }
p strong { color: var(--ink); overflow-wrap: anywhere; }
label { display: block; margin: 1rem 0 .35rem; font-weight: 600; }
input { width: 100%; padding: .7rem .8rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .45rem; }
input::placeholder { color: var(--quiet); opacity: 1; }
button { width: 100%; margin-top: 1.5rem; padding: .8rem 1rem; font: inherit; font-weight: 650;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent;
  border-radius: .45rem; cursor: pointer; }
button.second { margin-top: .75rem; color: var(--ink); background: transparent; border-color: var(--line); }
button.small { width: auto; margin-top: .5rem; padding: .4rem .8rem; }
button:disabled { opacity: .6; cursor: default; }
summary { margin: 1.5rem 0 1rem; color: var(--accent); font-weight: 600; cursor: pointer; }
p.note { margin: 1.25rem 0 0; }
input:focus-visible, button:focus-visible, summary:focus-visible { outline: .2rem solid var(--accent); outline-offset: .15rem; }
.bad { margin: 1.25rem 0 0; padding: .75rem .9rem; color: var(--bad); background: var(--bad-paper);
  border-left: .25rem solid var(--bad); border-radius: .25rem; }
svg { display: block; width: 12rem; height: auto; max-width: 100%; margin: 0 auto 1.25rem; }
code { color: var(--ink); overflow-wrap: anywhere; }
@media (max-width: 26rem) { body { place-items: start stretch; padding: .75rem; } main { padding: 1.5rem 1.25rem; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface PageHeaders {
  /** The targets of forms on the page; Chromium also checks the redirects that follow. */
  readonly formTargets?: readonly string[];
  /** Whether the page has a script, which is a file of this service. */
  readonly hasScript?: boolean | undefined;
}

/** Builds the headers of every page: only its own content runs, and no site may frame it. */
export function buildPageHeaders({ formTargets = [], hasScript = false }: PageHeaders = {}): Record<
  string,
  string
> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      ...(hasScript ? ["script-src 'self'"] : []),
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
  };
}

/** Builds an HTML page; `body` is HTML, the title is text. */
export function buildPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Countinghouse</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="mark">Countinghouse</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** Builds the error message of a form, which comes before the fields, where a screen reader starts. */
export function buildErrorNote(errorMessage: string | undefined): string {
  return errorMessage === undefined
    ? ''
    : `<div class="bad" role="alert" id="error-message">${escapeHtml(errorMessage)}</div>`;
}

/** Builds the attribute of a field that the error message is about. */
export function buildErrorReference(errorMessage: string | undefined): string {
  return errorMessage === undefined ? '' : ' aria-describedby="error-message"';
}

/** Formats a time for a page, to the minute. */
export function formatMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
