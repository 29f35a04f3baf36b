// Who knows what, and how strictly: rules of the architecture beside those of house.test.ts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { kebab, operations } from '../../functions/operations/operations.ts';

const ROOT = join(import.meta.dirname, '../..');
const files = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const jsonOf = (file: string) => JSON.parse(textOf(file));

function packagesOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import)\(? ?'([^.'][^']*)'/g)].map(
    ([, name]) => name ?? '',
  );
}

// Which folders, or files, of functions/ may know of what.
const KNOWN_BY: [string, RegExp, readonly string[]][] = [
  ['DynamoDB', /^@aws-sdk\/(client|lib|util)-dynamodb/, ['ledger', 'identity']],
  ['S3', /^@aws-sdk\/(client-s3|s3-)/, ['artifacts']],
  ['Step Functions', /^@aws-sdk\/client-sfn/, ['publisher/batch-starter.ts']],
  ['EventBridge', /^@aws-sdk\/client-eventbridge/, ['publisher/event-bus.ts']],
  ['Secrets Manager', /^@aws-sdk\/client-secrets-manager/, ['identity']],
  ['the OpenID Provider', /^oidc-provider/, ['identity']],
  ['CEL', /^@marcbachmann\/cel-js/, ['domain']],
  ['dinero', /^dinero\.js/, ['domain']],
];

test.each(KNOWN_BY)('%s is known in its own place only', (_, pattern, places) => {
  const knowing = files('functions/**/*.ts').filter((file) =>
    packagesOf(file).some(pattern.test, pattern),
  );

  expect(knowing.length).toBeGreaterThan(0);
  expect(
    knowing.filter((file) => !places.some((place) => file.startsWith(`functions/${place}`))),
  ).toEqual([]);
});

test('Lambda is known to the runtime and to entry points, and not to what decides or reads', () => {
  const knowing = files('functions/{domain,api,artifacts,publisher}/**/*.ts').filter((file) =>
    packagesOf(file).some((name) => /^aws-lambda$|powertools/.test(name)),
  );

  expect(knowing).toEqual([]);
});

test('no function waits for a service for ever', () => {
  // A client that only signs calls nothing.
  const calling = files('functions/**/*.ts').filter(
    (file) => /new \w+Client\(/.test(textOf(file)) && !file.endsWith('upload-link.ts'),
  );

  expect(calling.length).toBeGreaterThan(4);
  expect(
    calling.filter((file) => !/patience\(|throwOnRequestTimeout: true/.test(textOf(file))),
  ).toEqual([]);
});

test('no function knows where it runs', () => {
  const knowing = files('functions/**/*.ts').filter((file) =>
    /AWS_ENDPOINT|countinghouse-local|isLocal|\bNODE_ENV\b/.test(textOf(file)),
  );

  expect(knowing).toEqual([]);
});

test('a request goes one way: every operation is made by the pipeline, under its own name', () => {
  const made = Object.entries(operations).filter(([name, { area }]) => {
    const text = textOf(`functions/api/${area}/${kebab(name)}.ts`);
    const contract = `schemas/generated/operations/${kebab(name)}.ts'`;
    return text.includes(contract) && /^export const handler = operation\(/m.test(text);
  });

  expect(made.map(([name]) => name)).toEqual(Object.keys(operations));
});

test('what changes the books is one transaction, written in one place', () => {
  const writing = files('functions/**/*.ts').filter((file) =>
    /\b(Transact|BatchWrite|Put|Update|Delete)(Item|Write)?Command\b/.test(textOf(file)),
  );
  // Not of the books: read models, how far a batch is, and the identity service's own table.
  const others = /^functions\/(identity\/|ledger\/(projections\/|batches\/progress))/;

  expect(writing.filter((file) => !others.test(file))).toEqual([
    'functions/ledger/commit/commit.ts',
  ]);
});

test('the compiler is as strict as it can be', () => {
  expect(jsonOf('tsconfig.json').compilerOptions).toMatchObject({
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
  });
});

test('the linter holds functions, files and parameters to their size, and types to the truth', () => {
  const { rules } = jsonOf('.oxlintrc.json');

  expect(rules).toMatchObject({
    'max-lines-per-function': ['error', { max: 50 }],
    'max-lines': ['error', { max: 250 }],
    'max-params': ['error', { max: 4 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
  });
});

test('the check is made of everything that can fail', () => {
  const { scripts } = jsonOf('package.json');

  for (const part of ['generate -- --check', 'types', 'lint', 'synth', 'npm test']) {
    expect(scripts.check).toContain(part);
  }
  for (const tool of ['oxlint --deny-warnings', 'knip', 'prettier --check']) {
    expect(scripts.lint).toContain(tool);
  }
});

test('a package has one exact version, and none that its makers have given up', () => {
  const { dependencies, devDependencies, optionalDependencies } = jsonOf('package.json');
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const locked = Object.entries<{ deprecated?: string }>(jsonOf('package-lock.json').packages);

  expect(Object.entries<string>(all).filter(([, version]) => !/^\d/.test(version))).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
});

test('nothing hides behind a file that only passes on what others export', () => {
  const barrels = files('{bin,client,commands,functions,lib,local,tools}/**/*.ts').filter((file) =>
    /^export \*/m.test(textOf(file)),
  );

  expect(barrels).toEqual([]);
});
