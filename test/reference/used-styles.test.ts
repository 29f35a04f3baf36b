import { expect, test } from '@jest/globals';
import { purgeUnusedStyles } from '../../lib/constructs/reference/used-styles.ts';

const SCRIPT = `render("opblock opblock-"+method, 'info', "title")`;

test.each([
  ['keeps names that the script uses', '.info{a:b}', '.info{a:b}'],
  ['keeps names that start with a prefix in the script', '.opblock-get{a:b}', '.opblock-get{a:b}'],
  ['keeps elements, ids and attributes', 'a:hover,#x,[a=".b"]{c:d}', 'a:hover,#x,[a=".b"]{c:d}'],
  ['drops unused names', '.pa7{a:b}.info{a:b}', '.info{a:b}'],
  ['drops a selector and keeps its neighbour', '.pa7,.info .title{a:b}', '.info .title{a:b}'],
  ['drops escaped names', '.w\\+50{a:b}', ''],
  ['drops a query with nothing left', '@media (min-width:1px){.pa7-l{a:b}}', ''],
  ['filters within a query', '@media print{.pa7{a:b}.info{a:b}}', '@media print{.info{a:b}}'],
  ['leaves animations alone', '@keyframes x{0%{a:b}to{a:c}}', '@keyframes x{0%{a:b}to{a:c}}'],
  ['ignores braces within text', `.info{a:url('{"')}.pa7{a:b}`, `.info{a:url('{"')}`],
  ['splits outside brackets only', '.info:is(a,b),.pa7{a:b}', '.info:is(a,b){a:b}'],
  ['drops comments', '/* .info{ */.info{a:b}', '.info{a:b}'],
])('%s', (_what, css, expected) => {
  expect(purgeUnusedStyles(css, SCRIPT)).toBe(expected);
});

test('refuses a style sheet that it cannot parse', () => {
  expect(() => purgeUnusedStyles('.info{a:b', SCRIPT)).toThrow('braces');
});
