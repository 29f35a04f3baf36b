// An operation has a row, a file, two schemas and a test of the same name. Files and folders stay small.
import { basename, dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { toKebabCase, operations } from '../../functions/operations/operations.ts';
import { schemaPath } from '../../tools/contract/schemas.ts';
import { listFiles, readText } from '../support/conventions/source-files.ts';

const rows = Object.entries(operations);

const listExpected = (buildPaths: (name: string, area: string) => string[]) =>
  rows.flatMap(([name, { area }]) => buildPaths(toKebabCase(name), area)).sort();

test('every row has its file, and every operation file its row', () => {
  const present = listFiles('functions/api/*/*.ts').filter((file) =>
    readText(file).includes('export const handler'),
  );

  expect(present).toEqual(listExpected((name, area) => [`functions/api/${area}/${name}.ts`]));
});

test('every row has its two schemas, and no schema is an orphan', () => {
  const present = listFiles('schemas/operations/**/*.json');
  const expected = rows.flatMap(([name, row]) =>
    (['request', 'response'] as const).map((kind) => `schemas/${schemaPath(name, row, kind)}.json`),
  );

  expect(present).toEqual(expected.sort());
});

test('every row has its test', () => {
  const expected = listExpected((name, area) => [`test/api/${area}/${name}.test.ts`]);

  expect(listFiles('test/api/*/*.test.ts')).toEqual(expected);
});

test('an operation file stays short enough to read at a glance', () => {
  const long = listExpected((name, area) => [`functions/api/${area}/${name}.ts`]).filter(
    (file) => readText(file).split('\n').length > 40,
  );

  expect(long).toEqual([]);
});

test('a folder holds at most fifteen source files', () => {
  // In bin/ each file is a command; in generated folders each is an operation.
  const files = listFiles('*/**/*.{ts,tsx,mjs,js}').filter(
    (file) => !/^bin\/|\/generated\//.test(file),
  );
  const folders = Map.groupBy(files, (file) => dirname(file));
  const tooFull = [...folders].filter(([, own]) => own.length > 15);

  expect(folders.size).toBeGreaterThan(100);
  expect(Object.fromEntries(tooFull)).toEqual({});
});

test('files have kebab-case names that describe their content', () => {
  const names = listFiles(
    '{bin,commands,console,functions,lib,local,stages,tools}/**/*.{ts,tsx,mjs,js}',
  );
  const vague = /(^|\/)(utils?|helpers?|common|services?|managers?|types|index|misc)(\/|\.|$)/;

  expect(
    names.filter((file) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.(ts|tsx|mjs|js)$/.test(basename(file))),
  ).toEqual([]);
  expect(names.filter((file) => vague.test(file))).toEqual([]);
});

test('no file only re-exports others', () => {
  const barrels = listFiles(
    '{bin,client,commands,console,functions,lib,local,stages,tools}/**/*.{ts,tsx}',
  ).filter((file) => /^export \*/m.test(readText(file)));

  expect(barrels).toEqual([]);
});
