// Which mutants a run tries: a seeded draw, because the whole of a large folder takes days of a machine and a draw
// estimates its score, or those that the run before left.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

export type MutantChoice = MutantDraw | MutantList;

export interface MutantDraw {
  /** One of so many mutants is tried; 1 tries all. */
  readonly oneIn: number;
  readonly seed: number;
}

export interface MutantList {
  /** As `formatPlace` writes them. */
  readonly places: readonly string[];
}

interface MutantPosition {
  readonly line: number;
  readonly column: number;
}

/** What distinguishes a mutant from all others. Lines and columns are counted from 1, as in results. */
export interface MutantPlace {
  /** Relative to the root, so that a draw is the same in every clone. */
  readonly fileName: string;
  readonly location: { readonly start: MutantPosition; readonly end: MutantPosition };
  readonly replacement?: string | undefined;
}

/** The mutant of a result: its file is named from the root on. */
export function toMutantResult<Result extends MutantPlace>(result: Result, root: string): Result {
  return { ...result, fileName: relative(root, result.fileName) };
}

/** The place of a mutant that is tried: Stryker counts its lines and columns from 0. */
export function toMutantPlace<Tried extends MutantPlace>(tried: Tried, root: string): Tried {
  const { start, end } = tried.location;
  const location = { start: countFromOne(start), end: countFromOne(end) };
  return toMutantResult({ ...tried, location }, root);
}

function countFromOne({ line, column }: MutantPosition): MutantPosition {
  return { line: line + 1, column: column + 1 };
}

/** The reason that the result of a mutant states which was not chosen. */
export const NOT_CHOSEN = 'Not chosen.';

/** Whether the mutant is to be tried: the same for every order, process and size of a run. */
export function isChosen(choice: MutantChoice, place: MutantPlace): boolean {
  if ('places' in choice) return choice.places.includes(formatPlace(place));
  const digest = createHash('sha256')
    .update(JSON.stringify([choice.seed, ...listParts(place)]))
    .digest();
  return digest.readUInt32BE() % choice.oneIn === 0;
}

export function formatPlace(place: MutantPlace): string {
  return JSON.stringify(listParts(place));
}

function listParts({ fileName, location: { start, end }, replacement = '' }: MutantPlace) {
  return [fileName, start.line, start.column, end.line, end.column, replacement] as const;
}

/** The files of a list, each once. */
export function listFiles({ places }: MutantList): string[] {
  return [...new Set(places.map((place) => String((JSON.parse(place) as unknown[])[0])))];
}
