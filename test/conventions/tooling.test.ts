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

/** The lowest version that a range of npm allows, as a number that compares. */
function findLowest(range: string): number {
  const versions = range.split('||').map((part) => /(\d+)(?:\.(\d+))?/.exec(part));
  return Math.min(...versions.map((found) => Number(found?.[1]) * 1_000 + Number(found?.[2] ?? 0)));
}

// npm runs on the Node that is installed, and all else on the Node of the packages. npm would warn of packages
// that ask for a newer one, so package-lock.json leaves out what they ask for (CONTRIBUTING.md).
test('npm ci warns of no package on the oldest Node that is claimed', () => {
  const { engines } = readJson('package.json');
  const claimed = findLowest(engines.node);
  const locked = Object.entries<{ readonly engines?: { readonly node?: string } }>(
    readJson('package-lock.json').packages,
  );
  const asking = locked.flatMap(([name, { engines: asked }]) =>
    asked?.node === undefined ? [] : [{ name, lowest: findLowest(asked.node) }],
  );

  expect(readText('README.md')).toContain(`Node.js ${engines.node.replace('>=', '')} or later`);
  expect(readJson('package.json').devDependencies.node).toMatch(/^24\./);
  expect(asking.length).toBeGreaterThan(100);
  expect(asking.filter(({ lowest }) => lowest > claimed)).toEqual([]);
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
