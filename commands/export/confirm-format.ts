// Asks for consent before an export for a code that the service does not know: the file is locked for
// years, and an authority that expects another format does not accept it.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { chooseExportFormat } from '../../functions/domain/exports/export-formats.ts';
import type { ExportFormat } from '../../functions/domain/exports/export-format.ts';
import { isLegalBasis } from '../../functions/domain/exports/legal-basis.ts';
import { UsageError } from '../command-definition.ts';
import { requireFormat } from './require-format.ts';

export interface ConfirmedFormat {
  readonly format: ExportFormat;
  /** The name for the request; undefined if the code chooses. */
  readonly requested: string | undefined;
}

const LEGAL_BASIS_FAULT =
  'A legal basis has 1 to 64 characters, starts with a visible one, and has no control characters or line breaks.';

/**
 * Returns the format of the export; throws where the code can be no legal basis. Asks on a terminal when neither the code nor the caller names one;
 * elsewhere the caller must.
 */
export async function confirmExportFormat(
  wanted: { readonly legal_basis_code: string; readonly format?: string | undefined },
  input = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<ConfirmedFormat> {
  const { legal_basis_code, format: requested } = wanted;
  if (!isLegalBasis(legal_basis_code)) throw new UsageError(LEGAL_BASIS_FAULT);
  if (requested !== undefined) requireFormat(requested);
  const { format, reason, isGuess } = chooseExportFormat({
    legal_basis_code,
    ...(requested !== undefined && { format: requested }),
  });
  if (!isGuess) return { format, requested };
  if (!input.isTTY) {
    throw new Error(`${reason} If that is what you want, give --format ${format.name}.`);
  }
  // The question goes to standard error, so that standard output holds the result alone.
  const terminal = createInterface({ input, output });
  const closed = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(`${reason} Continue? [y/N] `), closed]);
  terminal.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Error('Nothing was requested.');
  return { format, requested: format.name };
}
