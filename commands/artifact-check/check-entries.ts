// The file as entries, whatever its format: what it says adds up to what the manifest says.
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import type { ArtifactFile } from '../../functions/domain/exports/artifact-facts.ts';
import type { ExportFormat } from '../../functions/domain/exports/export-format.ts';
import { CheckedChains } from './checked-chains.ts';
import { fault, hold } from './findings.ts';
import type { Findings } from './findings.ts';
import { TalliedLines } from './tallied-lines.ts';

export async function checkEntries(
  file: ArtifactFile,
  format: ExportFormat,
  manifest: ExportManifest,
  findings: Findings,
): Promise<void> {
  const lines = new TalliedLines(findings);
  const chains = new CheckedChains(findings, manifest.tenant_id);
  let postings = 0;
  for await (const fact of format.check(file, manifest)) {
    switch (fact.kind) {
      case 'FAULT':
        fault(findings, fact.sentence);
        break;
      case 'LEDGER_LINE':
        lines.add(fact);
        break;
      case 'ACCOUNT_POSTING':
        lines.begin(fact.entry);
        postings += 1;
        chains.add(fact);
    }
  }
  lines.end();
  holdTotals(manifest, findings, { lines, postings, hasPostings: format.hasPostings });
  if (format.hasPostings) findings.agreed.push(chains.summary);
}

function holdTotals(
  { control_totals: wanted, artifact }: ExportManifest,
  findings: Findings,
  counted: { lines: TalliedLines; postings: number; hasPostings: boolean },
): void {
  const { lines, postings, hasPostings } = counted;
  const found = lines.totals(postings);
  hold(findings, 'rows', { found: lines.lines + postings, wanted: artifact.rows });
  for (const name of [
    'journal_entries',
    'ledger_lines',
    ...(hasPostings ? (['account_postings'] as const) : []),
    'total_debits',
    'total_credits',
  ] as const) {
    hold(findings, name, { found: found[name], wanted: wanted[name] });
  }
  const isEqual = found.total_debits === found.total_credits;
  if (!isEqual) fault(findings, 'the debits are not equal to the credits');
}
