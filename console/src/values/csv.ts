// Tables as CSV (RFC 4180), for spreadsheets and for programs: amounts and times as the API writes them.

/** Spreadsheets guess the encoding of a file without it. */
const BYTE_ORDER_MARK = '\ufeff';
const QUOTED = /[",\r\n]/;
/** Spreadsheets calculate texts that start so, and any operator may have written them. */
const FORMULA = /^[-+=@\t\r]/;
const AMOUNT = /^-?\d+\.\d{2}$/;

/** Writes a table, its heading first. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`);
  return `${BYTE_ORDER_MARK}${lines.join('')}`;
}

function formatCell(text: string): string {
  const safe = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
