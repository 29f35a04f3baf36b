// A context whose programs are answered by the test, and which keeps the lines that were run.
import type { ProofContext } from '../../../commands/prove/proof.ts';

export type AnswerProgram = (line: string, folder?: string) => string;

export function buildProofContext(
  answer: AnswerProgram,
): ProofContext & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    stage: 'prove',
    previous: '/checkout/before',
    facts: {},
    runProgram: (program, words, options) => {
      const line = [program, ...words].join(' ');
      lines.push(line);
      return Promise.resolve().then(() => answer(line, options?.folder));
    },
    openStage: () => Promise.reject(new Error('no stage')),
    sleep: () => Promise.resolve(),
  };
}
