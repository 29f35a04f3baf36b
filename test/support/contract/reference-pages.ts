// Compares docs/reference.md and its pages with the requests and answers of this run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildReferencePages } from '../../../tools/contract/pages/reference-pages.ts';
import type { ReferenceExchange } from '../../../tools/contract/pages/reference-pages.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

/** Expects the stored pages to match the exchanges; with REFERENCE=write, writes the pages first. */
export function expectReference(exchanges: ReadonlyMap<OperationName, ReferenceExchange>): void {
  for (const [page, text] of buildReferencePages(exchanges)) {
    const file = join(DOCS, page);
    if (process.env['REFERENCE'] === 'write') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readText(file)).toBe(text);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
