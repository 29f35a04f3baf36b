// The domain has no effects, so it imports only packages that have none.
import { expect, test } from '@jest/globals';
import { listFiles, listImportedPackages, readText } from '../support/conventions/source-files.ts';

test('the domain imports only packages for money, expressions, canonical JSON, hashes and signatures', () => {
  const packages = listFiles('functions/domain/**/*.ts').flatMap(listImportedPackages);

  expect([...new Set(packages)].sort()).toEqual([
    '@marcbachmann/cel-js',
    'canonicalize',
    'dinero.js/bigint',
    'node:crypto',
    're2js',
  ]);
});

test('the domain draws no random numbers and makes no keys', () => {
  const imported = listFiles('functions/domain/**/*.ts').flatMap((file) =>
    [...readText(file).matchAll(/^import (?:type )?\{ (.*) \} from 'node:crypto';$/gm)].flatMap(
      ([, names = '']) => names.split(', '),
    ),
  );

  expect([...new Set(imported)].sort()).toEqual(['KeyObject', 'createPublicKey', 'hash', 'verify']);
});
