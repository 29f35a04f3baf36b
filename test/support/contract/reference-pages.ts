// docs/reference.md and its pages, held against what was just asked and answered.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { referencePages } from '../../../tools/contract/reference-pages.ts';
import type { Exchange } from '../../../tools/contract/reference-pages.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

/** With REFERENCE=write the pages are written instead. */
export function expectReference(exchanges: ReadonlyMap<OperationName, Exchange>): void {
  for (const [page, text] of referencePages(exchanges)) {
    const file = join(DOCS, page);
    if (process.env['REFERENCE'] === 'write') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(textOf(file)).toBe(text);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
