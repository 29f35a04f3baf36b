// The files of the reader, from the folder that was built with the function.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface Page {
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

const HASHED = /\.[0-9a-f]{16}\.\w+$/;

/** A page of a text, for what is made and not read. */
export function pageOf(name: string, text: string): Page {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    text,
    type: TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
    // Weak: the gateway compresses the bytes on the way.
    etag: `W/"${hash}"`,
    isImmutable: HASHED.test(name),
  };
}

export class Site {
  readonly #folder: string;
  readonly #assets: ReadonlySet<string>;
  readonly #pages = new Map<string, Page>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#assets = new Set(readdirSync(join(folder, 'docs')));
  }

  /** The reader itself. */
  index(): Page {
    return this.#page('docs.html');
  }

  /** A file that the reader loads, by exactly the name it has in the folder. */
  asset(name: string): Page | undefined {
    return this.#assets.has(name) ? this.#page(join('docs', name)) : undefined;
  }

  #page(file: string): Page {
    const known = this.#pages.get(file);
    if (known) return known;
    const page = pageOf(file, readFileSync(join(this.#folder, file), 'utf8'));
    this.#pages.set(file, page);
    return page;
  }
}
