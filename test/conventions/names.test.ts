// Enforces docs/glossary.md: plain words, types that are nouns, and one meaning for each name.
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { listFiles, readText } from '../support/conventions/source-files.ts';

const CODE =
  '{bin,client,commands,console,functions,lib,local,stages,test,tools}/**/*.{ts,tsx,mjs}';
const PAGES = '{README,docs/*,docs/adr/*}.md';

// The glossary and this table must name the words that they replace.
const EXEMPT = new Set(['docs/glossary.md', 'test/conventions/names.test.ts']);

const BANNED: Readonly<Record<string, string>> = {
  told: 'reported, described',
  untold: 'not reported',
  'tell of': 'describe',
  'tells of': 'describes',
  anew: 'again',
  whoever: 'any caller',
  whosoever: 'any caller',
  whomever: 'any caller',
  nobody: 'no one',
  begun: 'started',
  'goes on': 'continues',
  'go on': 'continue',
  wherever: 'in every place',
  forsaken: 'orphan',
  testimony: 'fact',
  testimonies: 'facts',
  'second look': 'recheck',
  'look again': 'recheck',
  handicap: 'defect',
  handicaps: 'defects',
  handicapped: 'defective',
  complaint: 'error message',
  complaints: 'error messages',
  patience: 'time budget, timeout',
  patiently: 'with retries',
  police: 'IAM enforcer',
  policed: 'enforced',
  'open books': 'unit of work',
};
const WORDS = new RegExp(`\\b(${Object.keys(BANNED).join('|')})\\b`, 'gi');

const PRONOUNS =
  /^(?:All|Any|Each|Few|It|None|Of|One|Other|Others|Same|Some|Such|That|This|What|Which|Who|Whole|Whom|Whose)$/;
const REGULAR_PARTICIPLE = /^[A-Z][a-z]*(?:ed|ing)$/;
const IRREGULAR_PARTICIPLE =
  /^(?:Begun|Broken|Chosen|Drawn|Forsaken|Found|Given|Heard|Held|Kept|Known|Lent|Made|Said|Say|Seen|Sent|Told|Written)$/;

function codeFiles(): string[] {
  return listFiles(CODE).filter((file) => !file.includes('/generated/') && !EXEMPT.has(file));
}

// Nouns of the field that end like a participle.
const NOUNS = new Set(['Listing', 'Posting']);

/** Separates the words of names: `secondLook` and `SECOND_LOOK` both become two words. */
function splitNames(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

function findBannedWords(file: string): string[] {
  const found = [...splitNames(readText(file)).matchAll(WORDS)].map(([word]) => word.toLowerCase());
  return [...new Set(found)].sort().map((word) => `${word}: say ${BANNED[word] ?? ''}`);
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
    return basename(file).replace(/\.tsx?$/, '') === wanted ? [] : [`${file}: ${wanted}.ts`];
  });

  expect(wrong).toEqual([]);
});

test('names, comments, strings and pages use plain words', () => {
  const pages = listFiles(PAGES).filter((page) => !EXEMPT.has(page));
  const found = [...codeFiles(), ...pages].map((file) => [file, findBannedWords(file)]);

  expect(Object.fromEntries(found.filter(([, words = []]) => words.length > 0))).toEqual({});
});
