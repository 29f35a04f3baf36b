// The rules of the house, held by the house itself (docs/conventions.md tells why each is there).
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { refusals } from '../../functions/domain/refusals/refusals.ts';
import { kebab, operations, routeOf } from '../../functions/operations/operations.ts';
import { schemaPath } from '../../tools/contract/schemas.ts';

const ROOT = join(import.meta.dirname, '../..');
const files = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const rows = Object.entries(operations);

const expected = (place: (name: string, area: string) => string[]) =>
  rows.flatMap(([name, { area }]) => place(kebab(name), area)).sort();

test('every row has its file, and every operation file its row', () => {
  const present = files('functions/api/*/*.ts').filter((file) =>
    textOf(file).includes('export const handler'),
  );

  expect(present).toEqual(expected((name, area) => [`functions/api/${area}/${name}.ts`]));
});

test('every row has its two schemas, and no schema is an orphan', () => {
  const present = files('schemas/operations/**/*.json');
  const wanted = rows.flatMap(([name, row]) =>
    (['request', 'response'] as const).map((kind) => `schemas/${schemaPath(name, row, kind)}.json`),
  );

  expect(present).toEqual(wanted.sort());
});

test('every row has its test', () => {
  const wanted = expected((name, area) => [`test/api/${area}/${name}.test.ts`]);

  expect(files('test/api/*/*.test.ts')).toEqual(wanted);
});

test('an operation file stays short enough to read at a glance', () => {
  const long = expected((name, area) => [`functions/api/${area}/${name}.ts`]).filter(
    (file) => textOf(file).split('\n').length > 40,
  );

  expect(long).toEqual([]);
});

test('no two rows share a route, and a Location leads to a row', () => {
  const routes = rows.map(([, { route }]) => route.replace(/\{\w+\}/g, '{}'));
  const targets = rows.flatMap(([, { locates }]) => locates ?? []);

  expect(new Set(routes).size).toBe(routes.length);
  expect(targets.filter((name) => !(name in operations))).toEqual([]);
});

test('what changes something is idempotent, what reads is not', () => {
  // A question may be too long for a query: it is then asked by POST, and still changes nothing.
  const asking = rows.filter(([, row]) => routeOf(row).method !== 'GET' && !row.idempotent);
  const wrong = rows.filter(([, row]) => row.idempotent && routeOf(row).method === 'GET');

  expect(wrong).toEqual([]);
  expect(asking.map(([name]) => name)).toEqual(['evaluateRules']);
  expect(asking.flatMap(([, { uses }]) => uses.filter((use) => /Put/.test(use)))).toEqual([]);
});

// What each folder of functions/ may import besides itself and packages.
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  ledger: ['domain'],
  artifacts: ['domain'],
  views: ['domain', 'ledger', '../schemas'],
  events: ['domain', 'ledger', 'views'],
  runtime: ['domain', 'ledger', 'operations'],
  api: ['domain', 'ledger', 'artifacts', 'views', 'events', 'runtime', '../schemas'],
  authorizer: ['runtime'],
  reference: ['authorizer/issuers.ts', 'runtime', 'operations'],
  identity: ['runtime'],
  verification: ['domain', 'ledger', 'runtime'],
  projections: ['domain', 'ledger', 'runtime'],
  publisher: ['domain', 'ledger', 'runtime'],
  batches: ['domain', 'ledger', 'artifacts', 'views', 'events', 'runtime'],
};

test.each(Object.entries(MAY_IMPORT))(
  'functions/%s imports only what it may',
  (folder, allowed) => {
    const wrong = files(`functions/${folder}/**/*.ts`).flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(join(ROOT, 'functions'), resolve(ROOT, dirname(file), target)))
        .filter((target) => ![folder, ...allowed].some((place) => target.startsWith(place)))
        .map((target) => `${file} imports ${target}`),
    );

    expect(wrong).toEqual([]);
  },
);

test('the domain knows no package but dinero, RE2 and the grammar of CEL', () => {
  const packages = files('functions/domain/**/*.ts')
    .flatMap(importsOf)
    .filter((target) => !target.startsWith('.'));

  expect([...new Set(packages)].sort()).toEqual([
    '@marcbachmann/cel-js',
    'dinero.js/bigint',
    're2js',
  ]);
});

test('the deployment and the contract reach into functions through the table and what it describes', () => {
  const allowed = [
    'operations/operations.ts',
    'runtime/contract.ts',
    'domain/refusals/refusals.ts',
    'domain/states/state-machines.ts',
    'domain/exports/export-format.ts',
    'domain/exports/export-formats.ts',
    'ledger/store/indexes.ts',
    'artifacts/locations.ts',
  ];
  const wrong = files('{lib,tools/contract}/**/*.ts').flatMap((file) =>
    importsOf(file)
      .filter(
        (target) => target.includes('/functions/') && !allowed.some((end) => target.endsWith(end)),
      )
      .map((target) => `${file} imports ${target}`),
  );

  expect(wrong).toEqual([]);
});

test('nothing imports bin', () => {
  const wrong = files('{client,commands,functions,lib,local,test,tools}/**/*.ts').filter((file) =>
    importsOf(file).some((target) => /\/bin\//.test(target)),
  );

  expect(wrong).toEqual([]);
});

function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import) '([^']+)'/g)].map(([, target]) => target ?? '');
}

const banned: [string, RegExp, string, string][] = [
  ['process.env', /process\.env/, 'functions/**/*.ts', 'functions/runtime/environment.ts'],
  [
    'jest.mock',
    /jest\.(mock|unstable_mockModule|spyOn)/,
    '{client,commands,functions,lib,local,test,tools}/**/*.ts',
    'test/conventions/house.test.ts',
  ],
  [
    'work without an issue',
    /\b(TODO|FIXME|XXX:)/,
    '{bin,client,commands,docs,functions,lib,local,test,tools}/**/*.{ts,md}',
    'test/conventions/house.test.ts',
  ],
  [
    'tests that do not run',
    /\b(test|describe|it)\.(skip|only|todo)\b/,
    'test/**/*.ts',
    'test/conventions/house.test.ts test/support/stack/browser.ts',
  ],
  ['amounts as floats', /parseFloat|toFixed|Number\((amount|balance)\b/, 'functions/**/*.ts', ''],
];

test.each(banned)('no %s', (_, pattern, where, except) => {
  const found = files(where).filter(
    (file) => !except.split(' ').includes(file) && pattern.test(textOf(file)),
  );

  expect(found).toEqual([]);
});

test('files are named in kebab-case for the one thing inside', () => {
  const names = files('{bin,commands,functions,lib,local,tools}/**/*.{ts,mjs,js}');
  const vague = /(^|\/)(utils?|helpers?|common|services?|managers?|types|index|misc)(\/|\.|$)/;

  expect(
    names.filter((file) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.(ts|mjs|js)$/.test(basename(file))),
  ).toEqual([]);
  expect(names.filter((file) => vague.test(file))).toEqual([]);
});

test('every refusal is given somewhere, shown by a test and documented', () => {
  const code = files('functions/**/*.ts')
    .filter((file) => !file.endsWith('refusals.ts'))
    .map(textOf)
    .join('\n');
  const tests = files('test/**/*.ts').map(textOf).join('\n');
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

test('the README names only commands that exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = [
    ...textOf('README.md').matchAll(/npm (?:run )?(?:--silent )?([a-z][a-z:-]*)/g),
  ].map(([, name]) => name ?? '');
  const known = new Set([...Object.keys(scripts), 'ci', 'install']);

  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name) && name !== 'run')).toEqual([]);
});
