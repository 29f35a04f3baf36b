// Holds docs/glossary.md: plain words, types that are nouns, and one meaning for each name.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const CODE = '{bin,client,commands,functions,lib,local,test,tools}/**/*.{ts,mjs}';

// The glossary and this table have to name the words that they replace.
const EXEMPT = new Set(['docs/glossary.md', 'test/conventions/names.test.ts']);

const PRONOUNS =
  /^(?:All|Any|Each|Few|It|None|Of|One|Other|Others|Same|Some|Such|That|This|What|Which|Who|Whole|Whom|Whose)$/;
const REGULAR_PARTICIPLE = /^[A-Z][a-z]*(?:ed|ing)$/;
const IRREGULAR_PARTICIPLE =
  /^(?:Begun|Broken|Chosen|Drawn|Forsaken|Found|Given|Heard|Held|Kept|Known|Lent|Made|Said|Say|Seen|Sent|Told|Written)$/;

function codeFiles(): string[] {
  const files = globSync(CODE, { cwd: ROOT }).sort();
  return files.filter((file) => !file.includes('/generated/') && !EXEMPT.has(file));
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

// Nouns of the field that end like a participle.
const NOUNS = new Set(['Listing', 'Posting']);

/** Splits names into words: `secondLook` and `SECOND_LOOK` both become two words. */
function splitNames(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

interface TypeDeclaration {
  readonly file: string;
  readonly name: string;
}

function listTypes(): TypeDeclaration[] {
  return codeFiles().flatMap((file) => {
    const declarations = readText(file).matchAll(
      /^(?:export )?(?:abstract )?(?:class|interface|type) (\w+)/gm,
    );
    return [...declarations].map(([, name = '']) => ({ file, name }));
  });
}

test('a type is named by a noun, not by a participle or a pronoun', () => {
  const wrong = listTypes().filter(
    ({ name }) =>
      !NOUNS.has(name) &&
      (PRONOUNS.test(name) || REGULAR_PARTICIPLE.test(name) || IRREGULAR_PARTICIPLE.test(name)),
  );

  expect(wrong).toEqual([]);
});

test('a type name is declared in one place', () => {
  const declarations = Map.groupBy(listTypes(), ({ name }) => name);
  const repeated = [...declarations]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`);

  expect(repeated).toEqual([]);
});

test('a file that exports one class is named for it', () => {
  const wrong = codeFiles().flatMap((file) => {
    const exported = [
      ...readText(file).matchAll(/^export (?:abstract )?(\w+) (?:function )?(\w+)/gm),
    ];
    const values = exported.filter(([, kind]) => kind !== 'interface' && kind !== 'type');
    const [[, kind, name = ''] = []] = values;
    if (values.length !== 1 || kind !== 'class') return [];
    const wanted = splitNames(name).replaceAll(' ', '-').toLowerCase();
    return basename(file, '.ts') === wanted ? [] : [`${file}: ${wanted}.ts`];
  });

  expect(wrong).toEqual([]);
});
