import type { Readable } from 'node:stream';

export interface LineSplitter {
  /** Adds text; a line may start in one piece and end in another. */
  push(text: string): void;
  /** Passes the rest, a line without a line break, to the listener. */
  end(): void;
}

/** Passes lines that are not blank to the listener, all lines of one piece together. */
export function splitLines(listener: (lines: string[]) => void): LineSplitter {
  let rest = '';
  const handOver = (lines: string[]) => {
    const filled = lines.filter((line) => line.trim());
    if (filled.length > 0) listener(filled);
  };
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      handOver(lines);
    },
    end() {
      handOver([rest]);
      rest = '';
    },
  };
}

/** Passes each line that is not blank to the listener, including a last one without a line break. */
export function readLines(from: Readable | null, listener: (line: string) => void) {
  const lines = splitLines((found) => found.forEach((line) => listener(line)));
  from?.setEncoding('utf8');
  from?.on('data', lines.push);
  from?.on('end', lines.end);
}
