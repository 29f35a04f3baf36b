import type { Readable } from 'node:stream';

/** Hands over each line that is not blank, the last one even without its line break. */
export function readLines(from: Readable | null, listener: (line: string) => void) {
  let rest = '';
  const handOver = (line: string) => {
    if (line.trim()) listener(line);
  };
  from?.setEncoding('utf8');
  from?.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(handOver);
  });
  from?.on('end', () => handOver(rest));
}
