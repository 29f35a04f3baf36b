// Checks the entries of the file, in any format: their totals must equal those of the manifest, on both
// sides of the journal.
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import type { ArtifactFact, ArtifactFile } from '../../functions/domain/exports/artifact-facts.ts';
import type {
  ControlTotalsView,
  SideTotalsView,
} from '../../functions/domain/exports/control-totals.ts';
import type { ExportFormat } from '../../functions/domain/exports/export-format.ts';
import { ChainChecker } from './chain-checker.ts';
import type { CheckFindings } from './check-findings.ts';
import { LineTally } from './line-tally.ts';

export async function checkEntries(
  file: ArtifactFile,
  format: ExportFormat,
  manifest: ExportManifest,
  findings: CheckFindings,
): Promise<void> {
  const chains = new ChainChecker(findings, manifest.tenant_id);
  const tally = await tallyFacts(format.check(file, manifest), findings, chains);
  compareTotals(manifest, findings, { tally, format });
  if (manifest.manifest_version > 1) compareSides(manifest, findings, { tally, format });
  if (format.hasPostings) findings.agreed.push(chains.summary);
}

/** Adds up the facts of a file, and records its faults. */
export async function tallyFacts(
  facts: AsyncIterable<ArtifactFact>,
  findings: CheckFindings,
  chains?: ChainChecker,
): Promise<LineTally> {
  const tally = new LineTally(findings);
  for await (const fact of facts) {
    switch (fact.kind) {
      case 'FAULT':
        findings.differ(fact.sentence);
        break;
      case 'LEDGER_LINE':
        tally.addLine(fact);
        break;
      case 'ACCOUNT_POSTING':
        tally.addPosting(fact);
        chains?.add(fact);
    }
  }
  tally.end();
  chains?.end();
  return tally;
}

interface CountedFile {
  readonly tally: LineTally;
  readonly format: ExportFormat;
}

function compareTotals(
  { control_totals: wanted, artifact }: ExportManifest,
  findings: CheckFindings,
  { tally, format }: CountedFile,
): void {
  const found = tally.totals;
  findings.compare('rows', { found: tally.rows, wanted: artifact.rows });
  for (const name of [
    'journal_entries',
    'ledger_lines',
    ...(format.hasPostings ? (['account_postings'] as const) : []),
    'total_debits',
    'total_credits',
  ] as const) {
    findings.compare(name, { found: found[name], wanted: wanted[name] });
  }
  if (format.hasCurrencies) {
    const [sums, claimed] = [found.by_currency, wanted.by_currency].map((sides) =>
      formatCurrencies(sides),
    );
    findings.compare('by_currency', { found: sums ?? '', wanted: claimed ?? '' });
  }
  const isEqual = found.total_debits === found.total_credits;
  if (!isEqual) findings.differ('the debits are not equal to the credits');
}

function compareSides(
  { control_totals }: ExportManifest,
  findings: CheckFindings,
  { tally, format }: CountedFile,
): void {
  // A manifest that lacks them must not pass for an earlier one.
  const wanted: Partial<ControlTotalsView> = control_totals;
  const sides = format.hasPostings
    ? (['general_ledger', 'postings'] as const)
    : (['general_ledger'] as const);
  for (const side of sides) {
    const [found, claimed] = [tally.totals[side], wanted[side]].map((totals) =>
      formatSide(totals, format),
    );
    findings.compare(side, { found: found ?? '', wanted: claimed ?? '' });
  }
}

function formatSide(side: SideTotalsView | undefined, { hasCurrencies }: ExportFormat): string {
  if (!side) return 'nothing';
  const { count, total_debits, total_credits, by_currency } = side;
  const whole = `${count} rows, debits ${total_debits}, credits ${total_credits}`;
  const currencies = hasCurrencies ? formatCurrencies(by_currency) : '';
  return currencies === '' ? whole : `${whole}; ${currencies}`;
}

// Someone else's manifest may lack them.
function formatCurrencies(
  sums: readonly (Pick<SideTotalsView, 'total_debits' | 'total_credits'> & {
    readonly currency: string;
    readonly count?: number;
  })[] = [],
): string {
  return sums
    .map(({ currency, count, total_debits, total_credits }) => {
      const rows = count === undefined ? '' : `${count} rows, `;
      return `${currency}: ${rows}debits ${total_debits}, credits ${total_credits}`;
    })
    .join('; ');
}
