// Records that no other record determines. Each is still read: that finds damage to its form.
import { fromBatchItem } from '../../ledger/batches/items.ts';
import { configurationFields, productFields, ruleFields } from '../../ledger/products/items.ts';
import type { RecordKind } from '../../ledger/record-kinds.ts';
import { fromLifecycleItem } from '../../ledger/requests/items.ts';
import { publishedSchemaFields, schemaFields } from '../../ledger/schemas/items.ts';
import { readText } from '../../ledger/store/attributes.ts';
import type { Item } from '../../ledger/store/item.ts';
import { workflowFields } from '../../ledger/workflows/items.ts';
import type { VerificationCheck } from '../check.ts';

interface UncheckedKind {
  /** Why no check compares these records with others. */
  readonly reason: string;
  /** Throws for a record that cannot be read. */
  readonly read: (item: Item) => unknown;
}

const CONFIGURATION = 'configuration: no posted record is derived from it';
const COPY = 'a copy under another key, written in the same transaction';
const POINTER = 'a pointer, written in the same transaction as its target';

export const uncheckedKinds: Partial<Record<RecordKind, UncheckedKind>> = {
  LCR: {
    reason: 'the account does not name the requests that changed it',
    read: fromLifecycleItem,
  },
  PRO: { reason: CONFIGURATION, read: readProductPart },
  PRD: { reason: COPY, read: productFields.fromItem },
  CFG: { reason: CONFIGURATION, read: configurationFields.fromItem },
  SCH: { reason: CONFIGURATION, read: schemaFields.fromItem },
  SCN: { reason: POINTER, read: publishedSchemaFields.fromItem },
  SCV: { reason: COPY, read: schemaFields.fromItem },
  BAT: { reason: 'its manifest and its files are verified instead', read: fromBatchItem },
  WFL: { reason: CONFIGURATION, read: workflowFields.fromItem },
  WFT: { reason: COPY, read: workflowFields.fromItem },
  WFP: { reason: POINTER, read: readWorkflowId },
  EXI: { reason: POINTER, read: readWorkflowId },
};

// A product's partition also holds its rules.
function readProductPart(item: Item): unknown {
  return item.SK.startsWith('R#') ? ruleFields.fromItem(item) : productFields.fromItem(item);
}

function readWorkflowId(item: Item): string {
  return readText(item, 'workflow_id');
}

export const form: VerificationCheck = {
  name: 'form',
  kinds: Object.keys(uncheckedKinds) as RecordKind[],
  begin: () => ({
    visit: ({ kind, item }) => {
      uncheckedKinds[kind]?.read(item);
    },
  }),
};
