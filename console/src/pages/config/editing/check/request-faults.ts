// The faults of a change that the API has checked, and where they are in what an operator has typed.
import { ApiFailure } from '../../../../api/api-failure.ts';
import { parseExpressionSentence } from './text-position.ts';
import type { EditorPosition } from './text-position.ts';

export interface RequestFault {
  /** JSON pointer into the request; empty for a fault of the whole. */
  readonly pointer: string;
  readonly message: string;
  /** In the expression at the pointer. */
  readonly position?: EditorPosition;
}

const POINTED = /^((?:\/\S+)+) (\S.*)$/s;

/** Reads the sentences of a refusal. */
export function parseFaults(sentences: readonly string[]): readonly RequestFault[] {
  return sentences.map((sentence) => {
    const expression = parseExpressionSentence(sentence);
    if (expression !== undefined) {
      const { pointer, message, line, column } = expression;
      return { pointer, message, position: { line, column } };
    }
    const [, pointer = '', message = sentence] = POINTED.exec(sentence) ?? [];
    return { pointer, message };
  });
}

const BODY = '/request/body';

/** The faults that keep a change from being checked at all: such as a number that is too long. */
export function listBodyFaults(error: Error | null): readonly RequestFault[] | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 400) return undefined;
  return parseFaults(error.sentences.map((sentence) => sentence.replace(BODY, '')));
}

/** The faults at a member or within it, with the pointers from there on. */
export function listFaultsWithin(
  faults: readonly RequestFault[],
  pointer: string,
): readonly RequestFault[] {
  return faults
    .filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))
    .map((fault) => ({ ...fault, pointer: fault.pointer.slice(pointer.length) }));
}
