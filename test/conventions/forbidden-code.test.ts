// Code that no file may contain, and the few exceptions.
import { expect, test } from '@jest/globals';
import { listFiles, readText } from '../support/conventions/source-files.ts';

const forbidden: [string, RegExp, string, string][] = [
  [
    'process.env',
    /process\.env/,
    '{client,commands,functions,lib,local,tools}/**/*.{ts,mjs}',
    // assemble.ts passes the whole environment to the synthesis.
    'functions/runtime/environment.ts local/cloudformation/assemble.ts',
  ],
  [
    'jest.mock',
    /jest\.(mock|unstable_mockModule|spyOn)/,
    '{client,commands,functions,lib,local,test,tools}/**/*.ts',
    'test/conventions/forbidden-code.test.ts',
  ],
  [
    'work without an issue',
    /\b(TODO|FIXME|XXX:)/,
    '{bin,client,commands,docs,functions,lib,local,test,tools}/**/*.{ts,md}',
    'test/conventions/forbidden-code.test.ts',
  ],
  [
    'tests that do not run',
    /\b(test|describe|it)\.(skip|only|todo)\b/,
    'test/**/*.ts',
    'test/conventions/forbidden-code.test.ts test/support/stack/browser.ts',
  ],
  ['amounts as floats', /parseFloat|toFixed|Number\((amount|balance)\b/, 'functions/**/*.ts', ''],
];

test.each(forbidden)('no %s', (_, pattern, files, exceptions) => {
  const found = listFiles(files).filter(
    (file) => !exceptions.split(' ').includes(file) && pattern.test(readText(file)),
  );

  expect(found).toEqual([]);
});
