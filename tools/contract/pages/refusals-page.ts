import { refusals } from '../../../functions/domain/refusals/refusals.ts';

/** docs/refusals.md: every refusal of the product, in order of precedence. */
export function buildRefusalsPage(): string {
  const rows = Object.entries(refusals).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  );
  return [
    '# Refusals',
    '',
    '<!-- Generated from functions/domain/refusals/refusals.ts by `npm run generate`. Do not edit. -->',
    '',
    'Every error has the body `{ statusCode, message, error, code, correlation_id }`. `code` is stable;',
    '`message` is for people: one sentence, or an array with one for each fault of an invalid request.',
    'When several apply, the answer has the first of this list that can be determined.',
    '',
    '| code | status | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
