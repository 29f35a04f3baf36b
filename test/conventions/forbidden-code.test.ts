// Code that no file may contain, and the few exceptions.
import { expect, test } from '@jest/globals';
import { filesIn, textOf } from '../support/conventions/source-files.ts';

const banned: [string, RegExp, string, string][] = [
  [
    'process.env',
    /process\.env/,
    '{client,commands,functions,lib,local,tools}/**/*.{ts,mjs}',
    // The second passes the whole environment on to the synthesis.
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

test.each(banned)('no %s', (_, pattern, where, except) => {
  const found = filesIn(where).filter(
    (file) => !except.split(' ').includes(file) && pattern.test(textOf(file)),
  );

  expect(found).toEqual([]);
});
