// Positions in what an operator has typed, as the API and JSON name them: from line 1, column 1.

export interface EditorPosition {
  readonly line: number;
  readonly column: number;
}

export interface MarkedLine {
  readonly before: string;
  /** Empty at the end of the line. */
  readonly marked: string;
  readonly after: string;
}

/** Splits the line of a position at it. */
export function splitAtPosition(text: string, { line, column }: EditorPosition): MarkedLine {
  const whole = text.split('\n')[line - 1] ?? '';
  // A name is marked whole, so that it is seen at once which one is meant.
  const [marked = ''] = /^(?:\w+|.)/u.exec(whole.slice(column - 1)) ?? [];
  return {
    before: whole.slice(0, column - 1),
    marked,
    after: whole.slice(column - 1 + marked.length),
  };
}

/** A fault in an expression, as a sentence of a refusal names it. */
export interface ExpressionSentence extends EditorPosition {
  /** JSON pointer to the expression in the request. */
  readonly pointer: string;
  readonly message: string;
}

const SENTENCE = /^(\/.*?) line (\d+), column (\d+): (.*)$/s;

/** Reads `/condition line 1, column 9: …`; undefined for any other sentence. */
export function parseExpressionSentence(sentence: string): ExpressionSentence | undefined {
  const [, pointer, line, column, message] = SENTENCE.exec(sentence) ?? [];
  if (pointer === undefined || line === undefined || column === undefined) return undefined;
  return {
    pointer,
    line: Number.parseInt(line, 10),
    column: Number.parseInt(column, 10),
    message: message ?? '',
  };
}
