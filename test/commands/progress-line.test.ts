// Progress is for people at a terminal: where output is kept there is none.
import { expect, test } from '@jest/globals';
import { progressLine } from '../../commands/progress-line.ts';

function buildStream(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...terminal, written, write: (text: string) => written.push(text) };
}

test('on a terminal one line is written over, and taken away at the end', () => {
  const stream = buildStream({ isTTY: true, columns: 10 });
  const progress = progressLine(stream);

  progress.show('3 of 5');
  progress.show('a line that is too long');
  progress.end();

  expect(stream.written).toEqual(['\r\u001B[K3 of 5', '\r\u001B[Ka line th', '\r\u001B[K']);
});

test('in a pipe nothing is written', () => {
  const stream = buildStream({});
  const progress = progressLine(stream);

  progress.show('3 of 5');
  progress.end();

  expect(stream.written).toEqual([]);
});
