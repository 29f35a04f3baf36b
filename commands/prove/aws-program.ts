// Calls of AWS by its command line, which people who repeat a step by hand have too.
import type { ProofContext } from './proof.ts';

export type CallAws = <Answer>(
  service: string,
  call: string,
  words?: readonly string[],
) => Promise<Answer>;

/** Calls with an answer in JSON; a call that prints nothing answers an empty object. */
export function buildAws({ runProgram }: Pick<ProofContext, 'runProgram'>): CallAws {
  return async <Answer>(service: string, call: string, words: readonly string[] = []) => {
    const printed = await runProgram('aws', [service, call, ...words, '--output', 'json']);
    return JSON.parse(printed.trim() || '{}') as Answer;
  };
}
