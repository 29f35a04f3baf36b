// The type of the codes of refusals, for the client package.
import { refusals } from '../../functions/domain/refusals/refusals.ts';

const NAME = 'RefusalCode';

/** The TypeScript file that declares the codes of all refusals. */
export function buildRefusalCodes(): string {
  const codes = Object.keys(refusals).sort();
  return `// Generated from the refusals by \`npm run generate\`. Do not edit.

/** A code of a refusal (docs/refusals.md). */
export type ${NAME} =
${codes.map((code) => `  | '${code}'`).join('\n')};
`;
}
