// Every record can be read, and is stored as the ledger would write it again: its key, its attributes
// and those that indexes and lists use, no more and no fewer.
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import { formatStoredValue, isStoredAlike } from '../../ledger/store/item.ts';
import type { Item } from '../../ledger/store/item.ts';
import { formatKey } from '../../ledger/store/keys.ts';
import type { VerificationCheck } from '../check.ts';
import { compareTexts } from '../records/member-texts.ts';
import { findRecordForm, isLedgerKind, LEDGER_KINDS } from '../records/record-forms.ts';
import { readRecordId } from '../records/record-names.ts';

export const form: VerificationCheck = {
  name: 'form',
  begin: (audit) => ({
    kinds: LEDGER_KINDS,
    visit: (record) => {
      const { tenant, kind, item } = record;
      if (!isLedgerKind(kind)) return;
      const { rewrite, newest } = findRecordForm(kind, item);
      const derived = rewrite(tenant, item);
      // A record that can be read may still have no view.
      newest?.(item);
      if (isStoredAlike(item, derived)) return;
      const { noun } = RECORD_KINDS[kind];
      const id = readRecordId(record);
      for (const flaw of compareTexts(toTexts(item), toTexts(derived))) {
        audit.report({ tenant, kind: noun, id, place: item, ...flaw });
      }
    },
  }),
};

function toTexts({ PK, SK, ...attributes }: Item): Record<string, string> {
  const texts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, formatStoredValue(value)]);
  return { key: formatKey({ PK, SK }), ...Object.fromEntries(texts) };
}
