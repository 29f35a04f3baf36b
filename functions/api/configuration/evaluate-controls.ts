import { controllableOperations } from '../../../schemas/generated/controllable-operations.ts';
import { evaluateControls } from '../../../schemas/generated/operations/evaluate-controls.ts';
import { refuseInvalidControls } from '../../domain/controls/control-check.ts';
import { tryControlsOnEntries } from '../../domain/controls/entry-trial.ts';
import { readControls } from '../../ledger/controls/controls.ts';
import { readNewestEntries } from '../../ledger/journal/newest-postings.ts';
import { readProducts } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toEntryControlView } from '../../views/controls/control-evaluation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';

export const handler = operation(evaluateControls, async ({ body, session }) => {
  refuseInvalidControls(body.controls ?? [], controllableOperations);
  const { controls } = body.controls ? { controls: body.controls } : await readControls(session);
  const newest = await readNewestEntries(session, body.newest_entries ?? ENTRIES_DEFAULT);
  const { entries, accounts, entriesRead, hasMore } = newest;
  const productIds = new Set([...accounts.values()].map(({ productId }) => productId));
  const products = await readProducts(session, [...productIds]);
  const stored = entries.map((entry) => {
    return { entry, members: { ...toJournalEntryView(entry) }, accounts, products };
  });
  const items = tryControlsOnEntries(controls, stored).map(toEntryControlView);
  return { body: { items, entries_read: entriesRead, has_more: hasMore } };
});

const ENTRIES_DEFAULT = 50;
