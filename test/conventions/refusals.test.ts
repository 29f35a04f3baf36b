// Every refusal of the list is raised, tested and documented.
import { expect, test } from '@jest/globals';
import { refusals } from '../../functions/domain/refusals/refusals.ts';
import { listFiles, readText } from '../support/conventions/source-files.ts';

test('every refusal is raised, tested and documented', () => {
  const code = listFiles('functions/**/*.ts')
    .filter((file) => !file.endsWith('refusals.ts'))
    .map(readText)
    .join('\n');
  const tests = listFiles('test/**/*.ts').map(readText).join('\n');
  const page = readText('docs/refusals.md');

  for (const name of Object.keys(refusals)) {
    expect([
      name,
      code.includes(`'${name}'`),
      tests.includes(`'${name}'`),
      page.includes(`\`${name}\``),
    ]).toEqual([name, true, true, true]);
  }
});
