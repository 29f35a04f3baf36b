// The legal basis of an export is free text of one line (docs/exports.md).
import { LEGAL_BASIS_PATTERN } from '../values/text-patterns.ts';

const LEGAL_BASIS = new RegExp(LEGAL_BASIS_PATTERN, 'u');
const CHARACTERS_MAX = 64;

/** Whether the text can be the legal basis of an export. */
export function isLegalBasis(text: string): boolean {
  return [...text].length <= CHARACTERS_MAX && LEGAL_BASIS.test(text);
}
