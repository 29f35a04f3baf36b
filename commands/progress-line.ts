// Shows the progress of a command in one terminal line, which is overwritten. In a pipe or a log such
// lines are useless, so none are written.

export interface ProgressLine {
  show(this: void, text: string): void;
  /** Erases the line. */
  end(this: void): void;
}

/** The stream for the progress, which may be a terminal. */
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
    // A line wider than the terminal would wrap, and only its last row would be overwritten.
    show: (text) => write(`${ERASE}${text.slice(0, (stream.columns ?? 80) - 1)}`),
    end: () => write(ERASE),
  };
}
