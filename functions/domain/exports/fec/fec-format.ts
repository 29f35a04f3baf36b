// The French "fichier des écritures comptables", by article A47 A-1 of the Livre des procédures fiscales
// (docs/exports.md).
import type { JournalEntry } from '../../journal/journal.ts';
import { NO_CURRENCY } from '../../values/money.ts';
import { EXPORT_ENCODINGS, fitText } from '../export-encoding.ts';
import type { ExportFormat } from '../export-format.ts';
import type { ExportScope } from '../export-scope.ts';
import type { NamedFault } from '../fiscal-year.ts';
import { isChartCode } from './fec-chart.ts';
import { checkFec } from './fec-check.ts';
import { FEC_COLUMN_NAMES, FEC_COLUMNS } from './fec-columns.ts';
import { buildDescription } from './fec-description.ts';
import {
  buildEntryRows,
  buildOpening,
  cleanText,
  formatDay,
  LINE_END,
  NATIONAL_CURRENCY,
} from './fec-rows.ts';
import { findSiren } from './siren.ts';

/** Stands in a file name until the institution renames the file; the check reports it. */
const NO_SIREN = '000000000';

function findLegalBasisFault(legalBasisCode: string): string | undefined {
  if (findSiren(legalBasisCode) !== undefined) return undefined;
  return `A FEC is named after the SIREN of the institution: ${legalBasisCode} has none. Request FEC- and its nine digits, such as FEC-552100554.`;
}

function buildFilename({ legalBasisCode, periodTo }: ExportScope): string {
  return `${findSiren(legalBasisCode) ?? NO_SIREN}FEC${formatDay(periodTo)}.txt`;
}

// The general-ledger lines of an entry without postings have no currency: they are in that of the
// ledger, which French law requires to be the euro.
function findEntryFault({ id, currency = NO_CURRENCY }: JournalEntry): NamedFault | undefined {
  if (currency === NATIONAL_CURRENCY || currency === NO_CURRENCY) return undefined;
  const reason =
    'A FEC states euro amounts, and the ledger has no exchange rates. These entries are in another currency:';
  return { reason, name: `${id} (${currency})` };
}

function findAccountFault(accountCode: string, { encoding }: ExportScope): NamedFault | undefined {
  if (!isChartCode(accountCode)) {
    const reason =
      'The account codes of a FEC start with three digits of the French chart of accounts. These do not:';
    return { reason, name: accountCode };
  }
  if (fitText(cleanText(accountCode), encoding) === accountCode) return undefined;
  return {
    reason: `These account codes have characters that a FEC in ${encoding} cannot state:`,
    name: JSON.stringify(accountCode),
  };
}

export const fecFormat: ExportFormat = {
  name: 'fec',
  title: 'FEC (fichier des écritures comptables, France)',
  mediaType: 'text/tab-separated-values',
  isFor: (code) => /^FEC(?![A-Za-z])/i.test(code),
  codes: '`FEC-` and the SIREN of the institution: `FEC-552100554`',
  findLegalBasisFault,
  encodings: EXPORT_ENCODINGS,
  filename: buildFilename,
  columns: FEC_COLUMNS,
  prologue: () => `${FEC_COLUMN_NAMES.join('\t')}${LINE_END}`,
  entry: buildEntryRows,
  epilogue: () => '',
  isNumbered: true,
  hasAccountNames: true,
  hasPostings: false,
  hasCurrencies: false,
  fiscalYear: { findEntryFault, findAccountFault, buildOpening },
  describe: (scope) => buildDescription(scope, buildFilename(scope)),
  check: checkFec,
  checkAlone: (file) => checkFec(file),
};
