// The settings of the compiler, the linter and the check; the packages and the commands.
import { expect, test } from '@jest/globals';
import { readJson, readText } from '../support/conventions/source-files.ts';

test('the compiler runs with its strictest settings', () => {
  expect(readJson('tsconfig.json').compilerOptions).toMatchObject({
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
  });
});

test('the linter limits functions, files and parameters, and enforces honest types', () => {
  const { rules } = readJson('.oxlintrc.json');

  expect(rules).toMatchObject({
    'max-lines-per-function': ['error', { max: 50 }],
    'max-lines': ['error', { max: 250 }],
    'max-params': ['error', { max: 4 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-definitions': ['error', 'interface'],
    'typescript/consistent-type-imports': 'error',
    'import/consistent-type-specifier-style': ['error', 'prefer-top-level'],
    'typescript/explicit-member-accessibility': ['error', { accessibility: 'no-public' }],
  });
});

test('the check runs every tool that can fail', () => {
  const { scripts } = readJson('package.json');

  for (const part of ['generate -- --check', 'types', 'lint', 'synth', 'npm test']) {
    expect(scripts.check).toContain(part);
  }
  for (const tool of ['oxlint --deny-warnings', 'knip', 'prettier --check']) {
    expect(scripts.lint).toContain(tool);
  }
});

test('a package has one exact version and is not deprecated', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json');
  const packages = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const locked = Object.entries<{ deprecated?: string }>(readJson('package-lock.json').packages);

  expect(Object.entries<string>(packages).filter(([, version]) => !/^\d/.test(version))).toEqual(
    [],
  );
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
});

test('the README names only commands that exist', () => {
  const { scripts } = readJson('package.json');
  const named = [
    ...readText('README.md').matchAll(/npm (?:run )?(?:--silent )?([a-z][a-z:-]*)/g),
  ].map(([, name]) => name ?? '');
  const known = new Set([...Object.keys(scripts), 'ci', 'install']);

  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name) && name !== 'run')).toEqual([]);
});
