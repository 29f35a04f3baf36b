// Checks a CSV export: entries are in posting order and within the period.
import { faultOf, namedFields, rowFaults } from './artifact-facts.ts';
import type { ArtifactFact, ArtifactFile, ExportClaims } from './artifact-facts.ts';

/** Reads the facts of the file. `names` are the column names. */
export async function* readCsv(
  file: ArtifactFile,
  claims: ExportClaims,
  names: readonly string[],
): AsyncGenerator<ArtifactFact> {
  let row = 0;
  let last = '';
  for await (const fields of file.rows({ delimiter: ',', quote: '"' })) {
    yield* rowFaults(fields, row, names);
    row += 1;
    if (row === 1) continue;
    const field = namedFields(fields, names);
    const entry = field('journal_entry_id');
    if (entry < last) yield faultOf(`entry ${entry} is not in posting order`);
    last = entry;
    yield* outsideOf(claims, entry, field('posted_at'));
    yield factOf(entry, field);
  }
}

function outsideOf({ period, watermark }: ExportClaims, entry: string, postedAt: string) {
  const isInside = postedAt >= period.from && postedAt < watermark;
  return isInside ? [] : [faultOf(`entry ${entry} was posted outside of the period: ${postedAt}`)];
}

function factOf(entry: string, field: (name: string) => string): ArtifactFact {
  const [debit, credit] = [field('debit_amount'), field('credit_amount')];
  const currency = field('currency');
  if (field('record') === 'LEDGER_LINE') {
    return { kind: 'LEDGER_LINE', entry, currency, debit, credit };
  }
  const isDebit = debit !== '';
  return {
    kind: 'ACCOUNT_POSTING',
    entry,
    accountId: field('account_id'),
    sequence: Number(field('sequence')),
    entryId: field('entry_id'),
    postingKey: field('posting_key'),
    entryType: field('entry_type'),
    direction: isDebit ? 'DEBIT' : 'CREDIT',
    amount: isDebit ? debit : credit,
    balanceAfter: field('balance_after'),
    currency,
    reference: field('reference'),
    postedAt: field('posted_at'),
    hash: field('entry_hash'),
  };
}
