// The registry of formats, and the choice of one for an export.
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { csvFormat } from './csv-format.ts';
import type { ExportFormat } from './export-format.ts';
import { fecFormat } from './fec/fec-format.ts';

/** The format of every code that no format claims. */
const defaultFormat = csvFormat;

export const exportFormats: readonly ExportFormat[] = [fecFormat, defaultFormat];

/** What the format of an export is chosen by, with the contract's member names. */
export interface FormatRequest {
  readonly legal_basis_code: string;
  /** The name of a format; absent if the code chooses. */
  readonly format?: string;
}

export interface FormatChoice {
  readonly format: ExportFormat;
  /** Why, in one sentence for the operator. */
  readonly reason: string;
  /** Whether neither the code nor the request names a format, so that the default is a guess. */
  readonly isGuess: boolean;
}

/**
 * Chooses the format of an export: that of the code, or else that of the request, or else the default.
 * Refuses with invalid_format an unknown format, and another than that of the code, because the law
 * behind a code accepts no other.
 */
export function chooseExportFormat({ legal_basis_code, format }: FormatRequest): FormatChoice {
  const requested = format === undefined ? undefined : requireExportFormat(format);
  const claiming = exportFormats.find(({ isFor }) => isFor(legal_basis_code));
  if (claiming) {
    refuseIf(
      requested !== undefined && requested !== claiming,
      'invalid_format',
      `${legal_basis_code} is a code of the format ${claiming.name}: an export for it cannot be in ${format}.`,
    );
    const reason = `${legal_basis_code} is a code of the format ${formatName(claiming)}.`;
    return { format: claiming, reason, isGuess: false };
  }
  if (requested) {
    const reason = `The request names the format ${formatName(requested)}.`;
    return { format: requested, reason, isGuess: false };
  }
  const name = formatName(defaultFormat);
  const reason = `${legal_basis_code} is no code that this service knows: ${name}.`;
  return { format: defaultFormat, reason, isGuess: true };
}

/**
 * Returns the format that was chosen when an export was requested, so that no later version of the service
 * changes it. Exports from before it was stored have the format of their code.
 */
export function findStoredFormat(legalBasisCode: string, format?: string): ExportFormat {
  if (format !== undefined) return requireExportFormat(format);
  return chooseExportFormat({ legal_basis_code: legalBasisCode }).format;
}

function requireExportFormat(name: string): ExportFormat {
  const format = exportFormats.find((known) => known.name === name);
  if (format) return format;
  const names = exportFormats.map((known) => known.name).join(' or ');
  throw new Refusal('invalid_format', `An export is in ${names}, not in ${name}.`);
}

function formatName({ name }: ExportFormat): string {
  return name.toUpperCase();
}
