// Imports run one way, between files and between folders, type-only ones included.
import { expect, test } from '@jest/globals';
import { filesIn, importedFiles, importedPackages } from '../support/conventions/source-files.ts';

const SOURCES = '{bin,client,commands,functions,lib,local,tools}/**/*.{ts,mjs,js}';

/** The imports between the given files. */
const imports = new Map(
  filesIn(SOURCES).map((file, _, files) => [
    file,
    importedFiles(file).filter((target) => files.includes(target)),
  ]),
);

type Graph = ReadonlyMap<string, readonly string[]>;

/** The edges of the graph on a circle or between two circles. */
function arrowsInCircles(graph: Graph): string[] {
  const left = new Map([...graph].map(([node, targets]) => [node, new Set(targets)]));
  for (let before = 0; before !== left.size;) {
    before = left.size;
    const targeted = new Set([...left.values()].flatMap((targets) => [...targets]));
    for (const [node, targets] of left) {
      const isOnCircle = targeted.has(node) && [...targets].some((target) => left.has(target));
      if (!isOnCircle) left.delete(node);
    }
  }
  return [...left].flatMap(([node, targets]) =>
    [...targets].filter((target) => left.has(target)).map((target) => `${node} imports ${target}`),
  );
}

test('no file imports itself through others', () => {
  expect(imports.size).toBeGreaterThan(500);
  expect(arrowsInCircles(imports)).toEqual([]);
});

interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly files: string;
}

/** The imports from one folder of `parent`, or a file directly in it, to another. */
function importsBetweenFolders(parent: string): FolderImport[] {
  const folderOf = (file: string) => file.slice(parent.length + 1).split('/')[0] ?? '';
  const isInside = (file: string) => file.startsWith(`${parent}/`);
  return [...imports]
    .filter(([file]) => isInside(file))
    .flatMap(([file, targets]) =>
      targets.filter(isInside).map((target) => ({
        from: folderOf(file),
        to: folderOf(target),
        files: `${file} imports ${target}`,
      })),
    )
    .filter(({ from, to }) => from !== to);
}

test.each([
  'commands',
  'functions',
  'functions/domain',
  'functions/ledger',
  'lib',
  'local',
  'tools',
])('no folder of %s imports itself through others', (parent) => {
  const between = importsBetweenFolders(parent);
  const graph = new Map(
    [...Map.groupBy(between, ({ from }) => from)].map(([folder, own]) => [
      folder,
      own.map(({ to }) => to),
    ]),
  );
  const circles = arrowsInCircles(graph);

  expect(between.length).toBeGreaterThan(0);
  expect(
    between
      .filter(({ from, to }) => circles.includes(`${from} imports ${to}`))
      .map(({ files }) => files),
  ).toEqual([]);
});

const functions = (...places: string[]) => places.map((place) => `functions/${place}`);
const OPERATIONS = 'functions/operations/operations.ts';
const SCHEMAS = 'schemas/generated/';

/**
 * What the files of a folder may import besides packages and the folder itself: whole folders, which
 * end in a slash, and files.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'client/': ['schemas/generated/types.ts'],

  'functions/domain/': [],
  'functions/operations/': functions('domain/refusals/'),
  'functions/ledger/': functions('domain/'),
  'functions/artifacts/': [],
  'functions/views/': [...functions('domain/', 'ledger/'), SCHEMAS],
  'functions/events/': functions('domain/', 'ledger/', 'views/'),
  'functions/runtime/': functions('domain/', 'ledger/', 'operations/'),
  'functions/api/': [
    ...functions('domain/', 'ledger/', 'artifacts/', 'views/', 'events/', 'runtime/'),
    SCHEMAS,
  ],
  'functions/authorizer/': functions('runtime/'),
  'functions/identity/': functions('runtime/'),
  'functions/reference/': functions('authorizer/issuers.ts', 'runtime/', 'operations/'),
  'functions/verification/': functions(
    'domain/',
    'ledger/',
    'artifacts/locations.ts',
    'views/',
    'runtime/',
  ),
  'functions/projections/': functions('domain/', 'ledger/', 'runtime/'),
  'functions/publisher/': functions('domain/', 'ledger/', 'runtime/'),
  'functions/batches/': functions(
    'domain/',
    'ledger/',
    'artifacts/',
    'views/',
    'events/',
    'runtime/',
  ),

  // Of the functions, the deployment uses the table of operations and what it creates for them.
  'lib/': [OPERATIONS, ...functions('ledger/store/indexes.ts', 'artifacts/locations.ts')],

  // Uses no operation: it runs any template. Its start creates the demo operators and clients.
  'local/': [
    ...functions('identity/administration/', 'identity/permissions.ts'),
    'functions/identity/sign-in/password.ts',
    'lib/constructs/reference/reference-client.ts',
  ],

  'commands/': [],
  'commands/administration/': ['commands/', ...functions('identity/')],
  // Checks an artifact as an auditor does: with the formats and the hash chain, without the tables.
  'commands/artifact-check/': [
    'commands/',
    ...functions('domain/', 'batches/export/export-manifest.ts', 'ledger/journal/hash-chain.ts'),
  ],
  'commands/export/': ['client/'],
  // Replaces the consumers of the stream: calls the same code.
  'commands/projections/': [
    'commands/',
    ...functions('domain/', 'ledger/', 'projections/', 'publisher/', 'runtime/'),
    'lib/constructs/',
    'local/cloudformation/',
    'local/streams/',
  ],
  'commands/token/': ['commands/', 'functions/identity/permissions.ts'],
  'commands/verification/': [
    ...functions('ledger/store/store.ts', 'verification/'),
    'local/cloudformation/',
  ],

  // Documents the contract: the lists on the pages are data of the domain.
  'tools/contract/': [
    OPERATIONS,
    // Named by its output.
    'schemas/generated/types.ts',
    'tools/samples/',
    ...functions('domain/refusals/refusals.ts', 'domain/exports/', 'runtime/contract.ts'),
    ...functions('domain/states/state-machines.ts', 'domain/values/state-machine.ts'),
  ],
  'tools/samples/': [OPERATIONS],
  'tools/scale/': ['tools/'],
  'tools/costs/': [OPERATIONS, 'tools/', 'local/'],
  // Measures parts in isolation, and writes the records of a year of postings.
  'tools/bench/': [
    OPERATIONS,
    'tools/',
    ...functions('domain/', 'ledger/', 'artifacts/', 'batches/'),
    'commands/',
    'lib/constructs/',
    'local/',
  ],
  // Compare the projections with a rebuild of their own, and verify the ledger without a command.
  'tools/soak/': [
    OPERATIONS,
    'tools/',
    ...functions('domain/projections/projector.ts', 'ledger/', 'verification/verify.ts'),
    'functions/projections/rebuild/rebuild.ts',
    'client/',
    'commands/',
    'local/',
  ],
  'tools/exercise/': [
    'tools/',
    ...functions('domain/projections/projector.ts', 'verification/verify.ts'),
    'functions/projections/rebuild/rebuild.ts',
    'commands/',
    'local/',
  ],

  'schemas/': ['functions/runtime/contract.ts'],
};

/** The most specific folder of MAY_IMPORT for the file. */
function ruledFolder(file: string): string {
  const folders = Object.keys(MAY_IMPORT).filter((folder) => file.startsWith(folder));
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

test('every source has an import rule', () => {
  const sources = filesIn('{client,commands,functions,lib,local,schemas,tools}/**/*.{ts,mjs,js}');

  expect(sources.filter((file) => ruledFolder(file) === '')).toEqual([]);
});

test.each(Object.entries(MAY_IMPORT))('%s imports only what its rule allows', (folder, allowed) => {
  const files = filesIn(`${folder}**/*.{ts,mjs,js}`).filter((file) => ruledFolder(file) === folder);
  const wrong = files.flatMap((file) =>
    importedFiles(file)
      .filter((target) => ![folder, ...allowed].some((place) => target.startsWith(place)))
      .map((target) => `${file} imports ${target}`),
  );

  expect(files.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

test('every allowed import is used', () => {
  const idle = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) => {
    const files = filesIn(`${folder}**/*.{ts,mjs,js}`);
    const targets = files.flatMap(importedFiles);
    return allowed
      .filter((place) => !targets.some((target) => target.startsWith(place)))
      .map((place) => `${folder} may import ${place}`);
  });

  expect(idle).toEqual([]);
});

test('nothing imports bin', () => {
  const wrong = filesIn(
    '{client,commands,functions,lib,local,schemas,test,tools}/**/*.{ts,mjs,js}',
  ).filter((file) => importedFiles(file).some((target) => target.startsWith('bin/')));

  expect(wrong).toEqual([]);
});

test('the oracle sends bodies of its own', () => {
  const oracle = filesIn('test/support/oracle/**/*.ts');
  const shared = oracle.flatMap((file) =>
    importedFiles(file)
      .filter((target) => /^(tools\/samples|test\/support\/(fixtures|scenarios))\//.test(target))
      .map((target) => `${file} imports ${target}`),
  );

  expect(oracle.length).toBeGreaterThan(20);
  expect(shared).toEqual([]);
});

test('the domain imports no package but dinero, RE2 and the CEL grammar', () => {
  const packages = filesIn('functions/domain/**/*.ts').flatMap(importedPackages);

  expect([...new Set(packages)].sort()).toEqual([
    '@marcbachmann/cel-js',
    'dinero.js/bigint',
    're2js',
  ]);
});
