// Imports between files and between folders form no cycles, and each folder imports only what is listed for it.
// Type-only imports count too.
import { expect, test } from '@jest/globals';
import { MAY_IMPORT } from '../support/conventions/import-rules.ts';
import { listFiles, listImportedFiles } from '../support/conventions/source-files.ts';

const CODE = '**/*.{ts,tsx,mjs,js}';
const SOURCES = `{bin,client,commands,console,functions,lib,local,stages,tools}/${CODE}`;

/** The imports between these files. */
function readImports(files: readonly string[]): Map<string, readonly string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => [file, listImportedFiles(file).filter((target) => known.has(target))]),
  );
}

const imports = readImports(listFiles(SOURCES));

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

test('no import cycle exists between files, generated ones and tests included', () => {
  const all = readImports([...imports.keys(), ...listFiles(`{schemas,test}/${CODE}`)]);

  expect(imports.size).toBeGreaterThan(500);
  expect(all.size).toBeGreaterThan(imports.size);
  expect(listCycleEdges(all)).toEqual([]);
});

interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly files: string;
}

/** Lists the imports between the parts of a folder: the folders in it, and the files directly in it. */
function listFolderImports(parent: string): FolderImport[] {
  const prefix = parent === ROOT ? '' : `${parent}/`;
  const findPart = (file: string) => file.slice(prefix.length).split('/')[0] ?? '';
  const isInside = (file: string) => file.startsWith(prefix);
  return [...imports]
    .filter(([file]) => isInside(file))
    .flatMap(([file, targets]) =>
      targets.filter(isInside).map((target) => ({
        from: findPart(file),
        to: findPart(target),
        files: `${file} imports ${target}`,
      })),
    )
    .filter(({ from, to }) => from !== to);
}

const ROOT = '.';

/** The folders that have folders in them, the root among them. */
const parents = [
  ...new Set(
    [...imports.keys()].flatMap((file) => {
      const folders = file.split('/').slice(0, -1);
      return folders.map((_, depth) => folders.slice(0, depth).join('/') || ROOT);
    }),
  ),
].sort();

test('finds the folders of folders', () => {
  expect(parents).toEqual(expect.arrayContaining([ROOT, 'functions', 'functions/ledger/commit']));
  expect(parents.length).toBeGreaterThan(40);
});

test.each(parents)('no import cycle exists between the parts of %s', (parent) => {
  const folderImports = listFolderImports(parent);
  const graph = new Map(
    [...Map.groupBy(folderImports, ({ from }) => from)].map(([folder, own]) => [
      folder,
      own.map(({ to }) => to),
    ]),
  );
  const cycles = listCycleEdges(graph);

  expect(
    folderImports
      .filter(({ from, to }) => cycles.includes(`${from} imports ${to}`))
      .map(({ files }) => files),
  ).toEqual([]);
});

/** Finds the most specific folder of MAY_IMPORT for the file. */
function findRuleFolder(file: string): string {
  const folders = Object.keys(MAY_IMPORT).filter((folder) => file.startsWith(folder));
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

test('every source has an import rule', () => {
  const sources = listFiles(
    `{client,commands,console,functions,lib,local,schemas,stages,tools}/${CODE}`,
  );

  expect(sources.filter((file) => findRuleFolder(file) === '')).toEqual([]);
});

test.each(Object.entries(MAY_IMPORT))('%s imports only what its rule allows', (folder, allowed) => {
  const files = listFiles(`${folder}${CODE}`).filter((file) => findRuleFolder(file) === folder);
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
    const files = listFiles(`${folder}${CODE}`);
    const targets = files.flatMap(listImportedFiles);
    return allowed
      .filter((path) => !targets.some((target) => target.startsWith(path)))
      .map((path) => `${folder} may import ${path}`);
  });

  expect(unused).toEqual([]);
});

test('nothing imports bin', () => {
  const targets = listFiles(`[!bn]*/${CODE}`).flatMap(listImportedFiles);

  expect(targets.filter((target) => target.startsWith('bin/'))).toEqual([]);
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
