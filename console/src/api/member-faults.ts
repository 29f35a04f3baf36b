// The faults of a refused request that name a member of its body, by a JSON pointer at the start of the sentence.
import { ApiFailure } from './api-failure.ts';

export interface MemberFault {
  /** The names of the members that lead to it, without escapes. */
  readonly path: readonly string[];
  /** What the API requires of it, such as `must be above zero`. */
  readonly requirement: string;
}

const POINTED = /^((?:\/\S+)+) (\S.*)$/s;

/** Lists the faults of a refusal that name members of the body; the others are in its sentences. */
export function listMemberFaults(error: Error | null | undefined): readonly MemberFault[] {
  if (!(error instanceof ApiFailure)) return [];
  return error.sentences.flatMap((sentence) => {
    const [, pointer = '', requirement = ''] = POINTED.exec(sentence) ?? [];
    if (pointer === '') return [];
    const [, ...names] = pointer.split('/');
    return [{ path: names.map(unescapeName), requirement }];
  });
}

function unescapeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
