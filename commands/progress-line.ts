// How long commands tell what they are at: one line of a terminal that is written over. In a pipe or a
// log it would only be in the way, so there it is not written at all.

export interface ProgressLine {
  show(this: void, text: string): void;
  /** Takes the line away again. */
  end(this: void): void;
}

/** Where progress is shown: a stream that may be a terminal. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const ERASE = '\r\u001B[K';

export function progressLine(stream: ProgressStream): ProgressLine {
  const write = (text: string) => {
    if (stream.isTTY === true) stream.write(text);
  };
  return {
    // A line that is longer than the terminal is wide would be broken, and only its end written over.
    show: (text) => write(`${ERASE}${text.slice(0, (stream.columns ?? 80) - 1)}`),
    end: () => write(ERASE),
  };
}
