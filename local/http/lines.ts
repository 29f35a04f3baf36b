import type { Readable } from 'node:stream';

export interface LineSplitter {
  /** More of the text; a line may begin in one piece and end in another. */
  push(text: string): void;
  /** Hands over what is left, a line without its line break. */
  end(): void;
}

/** Hands over each line that is not blank, those of one piece together. */
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

/** Hands over each line that is not blank, the last one even without its line break. */
export function readLines(from: Readable | null, listener: (line: string) => void) {
  const lines = splitLines((found) => found.forEach((line) => listener(line)));
  from?.setEncoding('utf8');
  from?.on('data', lines.push);
  from?.on('end', lines.end);
}
