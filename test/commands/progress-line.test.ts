// Progress is for people at a terminal: redirected output contains none.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { progressLine } from '../../commands/progress-line.ts';

function buildStream(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...terminal, written, write: (text: string) => written.push(text) };
}

test('overwrites one line on a terminal and removes it at the end', () => {
  const stream = buildStream({ isTTY: true, columns: 10 });
  const progress = progressLine(stream);

  progress.show('3 of 5');
  progress.show('a line that is too long');
  progress.end();

  expect(stream.written).toEqual(['\r\u001B[K3 of 5', '\r\u001B[Ka line th', '\r\u001B[K']);
});

test('writes nothing to a pipe', () => {
  const stream = buildStream({});
  const progress = progressLine(stream);

  progress.show('3 of 5');
  progress.end();

  expect(stream.written).toEqual([]);
});

const TERMINAL = '--import=data:text/javascript,process.stderr.isTTY=true';

test.each(['verify-artifact', 'verify-evidence'])('%s erases it before an error', (command) => {
  const program = join(import.meta.dirname, `../../bin/${command}.ts`);
  const words = ['nowhere', 'nowhere.json', '--key', 'no-key'];
  const { stderr } = spawnSync(process.execPath, [TERMINAL, program, ...words]);

  const [erased, sentence] = String(stderr).split('\r\u001B[K');
  expect(erased).toBe('');
  expect(sentence).toMatch(/^\S.+\.\n$/);
});
