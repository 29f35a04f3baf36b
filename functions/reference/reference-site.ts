// The files of the reader, from the folder that was built with the function.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface SitePage {
  readonly text: string;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content, so it may be kept for ever. */
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

/** A page of a text, for what is made and not read. */
export function buildSitePage(name: string, text: string): SitePage {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    text,
    type: TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
    // Weak: the gateway compresses the bytes on the way.
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

  /** The reader itself. */
  index(): SitePage {
    return this.#page('docs.html');
  }

  /** A file that the reader loads, by exactly the name it has in the folder. */
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
