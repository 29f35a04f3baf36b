// A seeded draw of mutants: the whole of a large folder takes days of a machine, a draw estimates its score.
import { createHash } from 'node:crypto';

export interface MutantDraw {
  /** One of so many mutants is tried; 1 tries all. */
  readonly oneIn: number;
  readonly seed: number;
}

interface MutantPosition {
  readonly line: number;
  readonly column: number;
}

/** What distinguishes a mutant from all others. Lines and columns are counted from 1, as in results. */
export interface MutantPlace {
  readonly fileName: string;
  readonly location: { readonly start: MutantPosition; readonly end: MutantPosition };
  readonly replacement?: string | undefined;
}

/** The place of a mutant that is tried: Stryker counts its lines and columns from 0. */
export function toMutantPlace<Tried extends MutantPlace>(tried: Tried): Tried {
  const { start, end } = tried.location;
  return { ...tried, location: { start: countFromOne(start), end: countFromOne(end) } };
}

function countFromOne({ line, column }: MutantPosition): MutantPosition {
  return { line: line + 1, column: column + 1 };
}

/** The reason that the result of a mutant states which was not drawn. */
export const NOT_DRAWN = 'Not drawn.';

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
