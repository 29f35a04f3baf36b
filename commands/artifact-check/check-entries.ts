// Checks the entries of the file, in any format: their totals must equal those of the manifest.
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import type { ArtifactFact, ArtifactFile } from '../../functions/domain/exports/artifact-facts.ts';
import type { ExportFormat } from '../../functions/domain/exports/export-format.ts';
import { ChainChecker } from './chain-checker.ts';
import { addDifference, compareValues } from './findings.ts';
import type { CheckFindings } from './findings.ts';
import { LineTally } from './line-tally.ts';

export async function checkEntries(
  file: ArtifactFile,
  format: ExportFormat,
  manifest: ExportManifest,
  findings: CheckFindings,
): Promise<void> {
  const chains = new ChainChecker(findings, manifest.tenant_id);
  const tally = await tallyFacts(format.check(file, manifest), findings, chains);
  compareTotals(manifest, findings, { ...tally, hasPostings: format.hasPostings });
  if (format.hasPostings) findings.agreed.push(chains.summary);
}

/** Adds up the facts of a file, and records its faults. */
export async function tallyFacts(
  facts: AsyncIterable<ArtifactFact>,
  findings: CheckFindings,
  chains?: ChainChecker,
): Promise<{ lines: LineTally; postings: number }> {
  const lines = new LineTally(findings);
  let postings = 0;
  for await (const fact of facts) {
    switch (fact.kind) {
      case 'FAULT':
        addDifference(findings, fact.sentence);
        break;
      case 'LEDGER_LINE':
        lines.add(fact);
        break;
      case 'ACCOUNT_POSTING':
        lines.begin(fact.entry);
        postings += 1;
        chains?.add(fact);
    }
  }
  lines.end();
  return { lines, postings };
}

function compareTotals(
  { control_totals: wanted, artifact }: ExportManifest,
  findings: CheckFindings,
  counted: { lines: LineTally; postings: number; hasPostings: boolean },
): void {
  const { lines, postings, hasPostings } = counted;
  const found = lines.totals(postings);
  compareValues(findings, 'rows', { found: lines.lines + postings, wanted: artifact.rows });
  for (const name of [
    'journal_entries',
    'ledger_lines',
    ...(hasPostings ? (['account_postings'] as const) : []),
    'total_debits',
    'total_credits',
  ] as const) {
    compareValues(findings, name, { found: found[name], wanted: wanted[name] });
  }
  const isEqual = found.total_debits === found.total_credits;
  if (!isEqual) addDifference(findings, 'the debits are not equal to the credits');
}
