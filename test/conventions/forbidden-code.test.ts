// Code that no file may contain, and the few exceptions.
import { expect, test } from '@jest/globals';
import { listFiles, readText } from '../support/conventions/source-files.ts';

const forbidden: [string, RegExp, string, string][] = [
  [
    'process.env',
    /process\.env/,
    '{client,commands,console,functions,lib,local,stages,tools}/**/*.{ts,tsx,mjs}',
    // assemble.ts passes the whole environment to the synthesis.
    'functions/runtime/environment.ts local/cloudformation/assemble.ts',
  ],
  [
    'jest.mock',
    /jest\.(mock|unstable_mockModule|spyOn)/,
    '{client,commands,console,functions,lib,local,stages,test,tools}/**/*.{ts,tsx}',
    'test/conventions/forbidden-code.test.ts',
  ],
  [
    'work without an issue',
    /\b(TODO|FIXME|XXX:)/,
    '{bin,client,commands,console,docs,functions,lib,local,stages,test,tools}/**/*.{ts,tsx,md}',
    'test/conventions/forbidden-code.test.ts',
  ],
  [
    'tests that do not run',
    /\b(test|describe|it)\.(skip|only|todo)\b/,
    'test/**/*.ts',
    'test/conventions/forbidden-code.test.ts test/support/stack/browser.ts',
  ],
  [
    'properties without a seed',
    /import fc from 'fast-check'/,
    'test/**/*.ts',
    'test/conventions/forbidden-code.test.ts test/support/nouns/properties.ts',
  ],
  // After a power failure, a file that was renamed before can be empty.
  [
    'files that take the place of others unflushed',
    /writeFile(Sync)?\((beside|draft|`[^`]*\.new`),(?!.*flush: true)/,
    '{commands,local}/**/*.ts',
    // Of a process that is gone by then.
    'local/start/locking/file-lock.ts',
  ],
  ['amounts as floats', /parseFloat|toFixed|Number\((amount|balance)\b/, 'functions/**/*.ts', ''],
  // Of any text: in the console, hardly a number is not an amount.
  [
    'texts as floats in the console',
    /parseFloat|toFixed|\bNumber\(|(?:^|[=(,:?[]|=>|return)\s*\+(?![+=\s\d])/m,
    'console/src/**/*.{ts,tsx}',
    '',
  ],
];

test.each(forbidden)('no %s', (_, pattern, files, exceptions) => {
  const found = listFiles(files).filter(
    (file) => !exceptions.split(' ').includes(file) && pattern.test(readText(file)),
  );

  expect(found).toEqual([]);
});
