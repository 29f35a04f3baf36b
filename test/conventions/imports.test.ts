// Imports between files and between folders form no cycles, and each folder imports only what is listed for it.
// Type-only imports count too.
import { expect, test } from '@jest/globals';
import { listFiles, listImportedFiles } from '../support/conventions/source-files.ts';

const SOURCES = '{bin,client,commands,functions,lib,local,tools}/**/*.{ts,mjs,js}';

/** The imports between the source files. */
const imports = new Map(
  listFiles(SOURCES).map((file, _, files) => [
    file,
    listImportedFiles(file).filter((target) => files.includes(target)),
  ]),
);

type Graph = ReadonlyMap<string, readonly string[]>;

/** Lists the edges of the graph in a cycle or between two cycles. */
function listCycleEdges(graph: Graph): string[] {
  const remaining = new Map([...graph].map(([node, targets]) => [node, new Set(targets)]));
  for (let before = 0; before !== remaining.size;) {
    before = remaining.size;
    const targeted = new Set([...remaining.values()].flatMap((targets) => [...targets]));
    for (const [node, targets] of remaining) {
      const isBetweenCycles =
        targeted.has(node) && [...targets].some((target) => remaining.has(target));
      if (!isBetweenCycles) remaining.delete(node);
    }
  }
  return [...remaining].flatMap(([node, targets]) =>
    [...targets]
      .filter((target) => remaining.has(target))
      .map((target) => `${node} imports ${target}`),
  );
}

test('no import cycle exists between files', () => {
  expect(imports.size).toBeGreaterThan(500);
  expect(listCycleEdges(imports)).toEqual([]);
});

interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly files: string;
}

/** Lists the imports between the folders of `parent`; a file directly in it counts as a folder. */
function listFolderImports(parent: string): FolderImport[] {
  const findFolder = (file: string) => file.slice(parent.length + 1).split('/')[0] ?? '';
  const isInside = (file: string) => file.startsWith(`${parent}/`);
  return [...imports]
    .filter(([file]) => isInside(file))
    .flatMap(([file, targets]) =>
      targets.filter(isInside).map((target) => ({
        from: findFolder(file),
        to: findFolder(target),
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
])('no import cycle exists between the folders of %s', (parent) => {
  const folderImports = listFolderImports(parent);
  const graph = new Map(
    [...Map.groupBy(folderImports, ({ from }) => from)].map(([folder, own]) => [
      folder,
      own.map(({ to }) => to),
    ]),
  );
  const cycles = listCycleEdges(graph);

  expect(folderImports.length).toBeGreaterThan(0);
  expect(
    folderImports
      .filter(({ from, to }) => cycles.includes(`${from} imports ${to}`))
      .map(({ files }) => files),
  ).toEqual([]);
});

const functions = (...paths: string[]) => paths.map((path) => `functions/${path}`);
const OPERATIONS = 'functions/operations/operations.ts';
const SCHEMAS = 'schemas/generated/';

/**
 * What the files of a folder may import in addition to packages and the folder itself: folders, which end in a
 * slash, and files.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'client/': ['schemas/generated/types.ts'],

  'functions/domain/': [],
  'functions/operations/': functions('domain/refusals/'),
  'functions/ledger/': functions('domain/'),
  'functions/artifacts/': [],
  'functions/views/': [...functions('domain/', 'ledger/'), SCHEMAS],
  'functions/events/': functions('domain/', 'ledger/', 'views/'),
  'functions/controls/': functions('domain/', 'ledger/', 'views/', 'events/'),
  'functions/runtime/': functions('domain/', 'ledger/', 'operations/', 'controls/'),
  'functions/api/': [
    ...functions('domain/', 'ledger/', 'artifacts/', 'views/', 'events/', 'controls/', 'runtime/'),
    'functions/evidence/',
    // The records of administration are in the table of the identity service.
    'functions/identity/storage/',
    SCHEMAS,
  ],
  'functions/authorizer/': functions(
    'domain/values/service-subjects.ts',
    'runtime/',
    'identity/storage/',
    'identity/permissions.ts',
  ),
  'functions/identity/': functions('runtime/', 'domain/values/service-subjects.ts'),
  'functions/reference/': functions('authorizer/issuers.ts', 'runtime/', 'operations/'),
  'functions/verification/': functions(
    'domain/',
    'ledger/',
    'artifacts/',
    'evidence/',
    'views/',
    'runtime/',
  ),
  'functions/evidence/': functions('domain/', 'ledger/', 'artifacts/', 'runtime/'),
  'functions/projections/': functions('domain/', 'ledger/', 'runtime/'),
  'functions/publisher/': functions('domain/', 'ledger/', 'runtime/'),
  'functions/batches/': [
    ...functions(
      'domain/',
      'ledger/',
      'artifacts/',
      'evidence/',
      'views/',
      'events/',
      'controls/',
      'runtime/',
    ),
    // The names of operators, for manifests.
    'functions/identity/storage/',
  ],

  // The deployment uses the table of operations, and the names of the indexes and objects that it creates.
  'lib/': [OPERATIONS, ...functions('ledger/store/indexes.ts', 'artifacts/locations.ts')],

  // The runner uses no operation, because it runs any template. Its start creates the demo operators and clients.
  'local/': [
    ...functions('identity/administration/', 'identity/permissions.ts'),
    'functions/identity/sign-in/password.ts',
    'lib/constructs/reference/reference-client.ts',
  ],

  'commands/': [],
  // Asks whether a runner uses the data folder.
  'commands/administration/': [
    'commands/',
    ...functions('controls/', 'identity/', 'runtime/'),
    SCHEMAS,
    'local/start/data-folder.ts',
  ],
  // An auditor checks an artifact with the formats and the hash chain, without the tables.
  'commands/artifact-check/': [
    'commands/',
    ...functions('domain/', 'batches/export/export-manifest.ts', 'ledger/journal/hash-chain.ts'),
  ],
  // An auditor checks evidence with the formats of the log and of exports, without the tables.
  'commands/evidence/': ['commands/', ...functions('domain/', 'batches/export/export-manifest.ts')],
  'commands/export/': ['client/', 'functions/domain/exports/'],
  // Redrives and rebuilds call the code of the stream consumers.
  'commands/projections/': [
    'commands/',
    ...functions('domain/', 'ledger/', 'projections/', 'publisher/', 'runtime/'),
    'lib/constructs/',
    'local/cloudformation/',
    'local/streams/',
  ],
  // Maintains the evidence logs, in the tables and in the bucket.
  'commands/sealing/': ['commands/', ...functions('domain/', 'ledger/', 'artifacts/', 'evidence/')],
  'commands/token/': ['commands/', 'functions/identity/permissions.ts'],
  'commands/verification/': [
    ...functions('artifacts/object-lock-bucket.ts', 'ledger/store/store.ts', 'verification/'),
    'local/cloudformation/',
  ],

  // The pages document lists that are data of the domain.
  'tools/contract/': [
    OPERATIONS,
    // The generated code names this file.
    'schemas/generated/types.ts',
    'tools/samples/',
    ...functions('domain/refusals/refusals.ts', 'domain/exports/', 'runtime/contract.ts'),
    ...functions('domain/states/state-machines.ts', 'domain/values/'),
    ...functions('domain/evidence/'),
  ],
  'tools/samples/': [OPERATIONS],
  'tools/verifier/': ['lib/constructs/'],
  'tools/scale/': ['tools/'],
  'tools/metering/': [OPERATIONS, 'local/'],
  // The costs of the projector are measured batch by batch, without the stream.
  'tools/costs/': [
    OPERATIONS,
    'tools/',
    ...functions('ledger/', 'projections/project-stream-batch.ts', 'runtime/receipt-record.ts'),
    'commands/',
    'local/',
  ],
  // The benchmarks measure parts in isolation, and write the records of a year of postings.
  'tools/bench/': [
    OPERATIONS,
    'tools/',
    ...functions('domain/', 'ledger/', 'artifacts/', 'batches/'),
    'commands/',
    'lib/constructs/',
    'local/',
  ],
  // The soak test and the exercise rebuild projections and verify the ledger without a command.
  'tools/soak/': [
    OPERATIONS,
    'tools/',
    ...functions('domain/', 'ledger/', 'artifacts/', 'evidence/', 'verification/verify.ts'),
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

/** Finds the most specific folder of MAY_IMPORT for the file. */
function findRuleFolder(file: string): string {
  const folders = Object.keys(MAY_IMPORT).filter((folder) => file.startsWith(folder));
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

test('every source has an import rule', () => {
  const sources = listFiles('{client,commands,functions,lib,local,schemas,tools}/**/*.{ts,mjs,js}');

  expect(sources.filter((file) => findRuleFolder(file) === '')).toEqual([]);
});

test.each(Object.entries(MAY_IMPORT))('%s imports only what its rule allows', (folder, allowed) => {
  const files = listFiles(`${folder}**/*.{ts,mjs,js}`).filter(
    (file) => findRuleFolder(file) === folder,
  );
  const wrong = files.flatMap((file) =>
    listImportedFiles(file)
      .filter((target) => ![folder, ...allowed].some((path) => target.startsWith(path)))
      .map((target) => `${file} imports ${target}`),
  );

  expect(files.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

test('every allowed import is used', () => {
  const unused = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) => {
    const files = listFiles(`${folder}**/*.{ts,mjs,js}`);
    const targets = files.flatMap(listImportedFiles);
    return allowed
      .filter((path) => !targets.some((target) => target.startsWith(path)))
      .map((path) => `${folder} may import ${path}`);
  });

  expect(unused).toEqual([]);
});

test('nothing imports bin', () => {
  const wrong = listFiles(
    '{client,commands,functions,lib,local,schemas,test,tools}/**/*.{ts,mjs,js}',
  ).filter((file) => listImportedFiles(file).some((target) => target.startsWith('bin/')));

  expect(wrong).toEqual([]);
});

test('the oracle builds its own request bodies', () => {
  const oracle = listFiles('test/support/oracle/**/*.ts');
  const shared = oracle.flatMap((file) =>
    listImportedFiles(file)
      .filter((target) => /^(tools\/samples|test\/support\/(fixtures|scenarios))\//.test(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(oracle.length).toBeGreaterThan(20);
  expect(shared).toEqual([]);
});
