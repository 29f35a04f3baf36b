// The files of the reader, from the folder that was built with the function.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface SitePage {
  readonly text: string;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content, so that it may be cached forever. */
  readonly isImmutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const HASHED_NAME = /\.[0-9a-f]{16}\.\w+$/;

/** Builds a page from text, for generated content. */
export function buildSitePage(name: string, text: string): SitePage {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    text,
    type: TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
    // Weak, because the gateway compresses the bytes on the way.
    etag: `W/"${hash}"`,
    isImmutable: HASHED_NAME.test(name),
  };
}

export class ReferenceSite {
  readonly #folder: string;
  readonly #assets: ReadonlySet<string>;
  readonly #pages = new Map<string, SitePage>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#assets = new Set(readdirSync(join(folder, 'docs')));
  }

  /** Returns the page of the reader. */
  index(): SitePage {
    return this.#page('docs.html');
  }

  /** Finds a file of the reader by its exact name in the folder. */
  asset(name: string): SitePage | undefined {
    return this.#assets.has(name) ? this.#page(join('docs', name)) : undefined;
  }

  #page(file: string): SitePage {
    const known = this.#pages.get(file);
    if (known) return known;
    const page = buildSitePage(file, readFileSync(join(this.#folder, file), 'utf8'));
    this.#pages.set(file, page);
    return page;
  }
}
