// Checks a FEC file: its entries are numbered without a gap.
import { faultOf, namedFields, rowFaults } from './artifact-facts.ts';
import type { ArtifactFact, ArtifactFile } from './artifact-facts.ts';

/** Reads the facts of the file. `names` are the column names. */
export async function* readFec(
  file: ArtifactFile,
  names: readonly string[],
): AsyncGenerator<ArtifactFact> {
  let row = 0;
  let entries = 0;
  let last = '';
  for await (const fields of file.rows({ delimiter: '\t' })) {
    yield* rowFaults(fields, row, names);
    row += 1;
    if (row === 1) continue;
    const field = namedFields(fields, names);
    const entry = field('EcritureNum');
    if (entry !== last) entries += 1;
    last = entry;
    if (entry !== String(entries)) {
      yield faultOf(`row ${row - 1} has the number ${entry}, not ${entries}`);
    }
    const [debit, credit] = [decimalPoint(field('Debit')), decimalPoint(field('Credit'))];
    yield { kind: 'LEDGER_LINE', entry, currency: field('Idevise'), debit, credit };
  }
}

function decimalPoint(amount: string): string {
  return amount.replace(',', '.');
}
