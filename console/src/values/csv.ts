// Tables as text for spreadsheets (RFC 4180).

/** A spreadsheet would compute what starts so, and some formulas reach other hosts. */
const FORMULA_START = /^[-+=@\t\r]/;
const AMOUNT = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Without it, spreadsheets read the text in the character set of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Formats rows as a file of comma-separated values, whose first row is the heading. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(formatCell).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function formatCell(text: string): string {
  const isFormula = FORMULA_START.test(text) && !AMOUNT.test(text);
  const safe = isFormula ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
