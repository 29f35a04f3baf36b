// What lets the console of an institution read the answers of the API, and no other page.
import { expect, test } from '@jest/globals';
import { addCrossOriginHeaders } from '../../functions/runtime/answers.ts';

const CONSOLE = 'https://console.bank.example';
const answer = { statusCode: 200, body: '{}', headers: { 'X-Correlation-ID': 'flow-1' } };

test('an answer names the origin of the console, and keeps its own headers', () => {
  expect(addCrossOriginHeaders(answer, CONSOLE)).toMatchObject({
    statusCode: 200,
    body: '{}',
    headers: {
      'X-Correlation-ID': 'flow-1',
      'Access-Control-Allow-Origin': CONSOLE,
      Vary: 'Origin',
    },
  });
});

test('an answer that differs by another header says both to caches', () => {
  const document = { ...answer, headers: { Vary: 'Accept' } };

  expect(addCrossOriginHeaders(document, CONSOLE).headers?.['Vary']).toBe('Accept, Origin');
});

test('without a console, an answer stays as it is', () => {
  expect(addCrossOriginHeaders(answer, undefined)).toBe(answer);
  expect(addCrossOriginHeaders({ statusCode: 204, body: '' }, CONSOLE).headers).toMatchObject({
    Vary: 'Origin',
  });
});
