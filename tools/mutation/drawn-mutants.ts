// A seeded draw of mutants: the whole of a large folder takes days of a machine, a draw estimates its score.
import { createHash } from 'node:crypto';

export interface MutantDraw {
  /** One of so many mutants is tried; 1 tries all. */
  readonly oneIn: number;
  readonly seed: number;
}

/** What distinguishes a mutant from all others. */
export interface MutantPlace {
  readonly fileName: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
  readonly replacement?: string | undefined;
}

/** Whether the mutant is drawn: the same for every order, process and size of a run. */
export function isDrawn(
  { oneIn, seed }: MutantDraw,
  { fileName, location: { start, end }, replacement = '' }: MutantPlace,
): boolean {
  const place = [fileName, start.line, start.column, end.line, end.column, replacement];
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...place]))
    .digest();
  return digest.readUInt32BE() % oneIn === 0;
}
