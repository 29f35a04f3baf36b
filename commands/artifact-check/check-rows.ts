// The file as rows: what they say adds up to what the manifest says.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import { exportFormats } from '../../functions/domain/exports/export-formats.ts';
import { CheckedChains } from './checked-chains.ts';
import type { Row } from './checked-chains.ts';
import { fault, hold } from './findings.ts';
import type { Findings } from './findings.ts';
import { TalliedLines } from './tallied-lines.ts';

export async function checkRows(
  file: Readable,
  manifest: ExportManifest,
  findings: Findings,
): Promise<void> {
  await (manifest.format === 'fec' ? checkFec : checkCsv)(file, manifest, findings);
}

async function checkCsv(file: Readable, manifest: ExportManifest, findings: Findings) {
  const lines = new TalliedLines(findings);
  const chains = new CheckedChains(findings, manifest.tenant_id);
  let rows = 0;
  let postings = 0;
  let last = '';
  const parser = file.pipe(parse({ columns: true, record_delimiter: '\r\n' }));
  for await (const row of parser as AsyncIterable<Row>) {
    rows += 1;
    const entry = row['journal_entry_id'] ?? '';
    if (entry < last) fault(findings, `entry ${entry} is not in posting order`);
    last = entry;
    refuseOutside(row['posted_at'] ?? '', entry, { manifest, findings });
    if (row['record'] === 'LEDGER_LINE') {
      const { currency = '', debit_amount: debit = '', credit_amount: credit = '' } = row;
      lines.add({ entry, currency, debit, credit });
    } else {
      lines.begin(entry);
      postings += 1;
      chains.add(row);
    }
  }
  lines.end();
  holdTotals(manifest, findings, { rows, lines, postings });
  const { checked, unchecked, accounts } = chains;
  findings.agreed.push(
    `hash chain: ${checked} entries of ${accounts} accounts derived again, ` +
      `${unchecked} follow one that is not in the file`,
  );
}

function refuseOutside(
  postedAt: string,
  entry: string,
  { manifest, findings }: { manifest: ExportManifest; findings: Findings },
): void {
  const isInside = postedAt >= manifest.period.from && postedAt < manifest.watermark;
  if (!isInside) fault(findings, `entry ${entry} was posted outside of the period: ${postedAt}`);
}

async function checkFec(file: Readable, manifest: ExportManifest, findings: Findings) {
  const names = exportFormats.find(({ name }) => name === 'fec')?.columns.map(({ name }) => name);
  const lines = new TalliedLines(findings);
  let rows = -1;
  for await (const text of createInterface({ input: file })) {
    const fields = text.split('\t');
    rows += 1;
    if (rows === 0) {
      const isHeading = fields.join() === names?.join();
      if (!isHeading) fault(findings, 'the heading is not the 18 columns of the FEC');
      continue;
    }
    const field = (name: string) => fields[names?.indexOf(name) ?? -1] ?? '';
    if (fields.length !== names?.length)
      fault(findings, `row ${rows} has ${fields.length} columns`);
    const amount = (name: string) => field(name).replace(',', '.');
    const [entry, currency] = [field('EcritureNum'), field('Idevise')];
    lines.add({ entry, currency, debit: amount('Debit'), credit: amount('Credit') });
    if (entry !== String(lines.entries)) {
      fault(findings, `row ${rows} has the number ${entry}, not ${lines.entries}`);
    }
  }
  lines.end();
  const { account_postings: postings } = manifest.control_totals;
  holdTotals(manifest, findings, { rows, lines, postings });
}

function holdTotals(
  manifest: ExportManifest,
  findings: Findings,
  { rows, lines, postings }: { rows: number; lines: TalliedLines; postings: number },
): void {
  const found = lines.totals(postings);
  const wanted = manifest.control_totals;
  hold(findings, 'rows', { found: rows, wanted: manifest.artifact.rows });
  for (const name of [
    'journal_entries',
    'ledger_lines',
    'account_postings',
    'total_debits',
    'total_credits',
  ] as const) {
    hold(findings, name, { found: found[name], wanted: wanted[name] });
  }
  const isEqual = found.total_debits === found.total_credits;
  if (!isEqual) fault(findings, 'the debits are not equal to the credits');
}
