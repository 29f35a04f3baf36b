// Each refusal of the list is used, tested and documented.
import { expect, test } from '@jest/globals';
import { refusals } from '../../functions/domain/refusals/refusals.ts';
import { filesIn, textOf } from '../support/conventions/source-files.ts';

test('every refusal is raised, tested and documented', () => {
  const code = filesIn('functions/**/*.ts')
    .filter((file) => !file.endsWith('refusals.ts'))
    .map(textOf)
    .join('\n');
  const tests = filesIn('test/**/*.ts').map(textOf).join('\n');
  const page = textOf('docs/refusals.md');

  for (const name of Object.keys(refusals)) {
    expect([
      name,
      code.includes(`'${name}'`),
      tests.includes(`'${name}'`),
      page.includes(`\`${name}\``),
    ]).toEqual([name, true, true, true]);
  }
});
