// What `npm run evidence` says of a log.
import type { Item } from '../../functions/ledger/store/item.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import type { Adoption } from './adopt-receipts.ts';
import type { LogHead } from '../../functions/domain/sealing/log-head.ts';
import type { LostReceipt } from './lost-receipt-search.ts';
import { isSameState } from './rebuild-state.ts';
import type { StateRebuild } from './rebuild-state.ts';

/** Formats a receipt that only the log has, in one line. */
export function formatLostReceipt(tenant: string, { leaf, entry }: LostReceipt): string {
  const { receipt_id: id, operation, at, actor } = entry;
  return `${tenant}: leaf ${leaf}, receipt ${id} of ${operation} at ${at} by ${actor} is not in the tables`;
}

/** Whether the state of the log is as its published log determines, and its newest checkpoint is found. */
export function isInOrder(rebuild: StateRebuild): boolean {
  return isRightState(rebuild) && !rebuild.isBehind;
}

function isRightState({ before, after, changedMinutes }: StateRebuild): boolean {
  return isSameState(before, after) && changedMinutes === 0;
}

/** Formats what a rebuild has found or done. */
export function formatRebuild(tenant: string, rebuild: StateRebuild, isApplied: boolean): string {
  const { before, after, changedMinutes, lostReceipts, isBehind } = rebuild;
  const lost = `${lostReceipts} of its receipts ${lostReceipts === 1 ? 'is' : 'are'} not in the tables`;
  const again = isApplied ? 'is published again' : 'would be published again';
  const end = isBehind ? `; its newest checkpoint was not in place and ${again}.` : '.';
  if (isRightState(rebuild))
    return `${tenant}: the state is that of the log, ${formatSize(after)}; ${lost}${end}`;
  const verb = isApplied ? 'was rebuilt' : 'would be rebuilt';
  return (
    `${tenant}: the state ${verb} from ${before ? formatSize(before) : 'nothing'} to ` +
    `${formatSize(after)}, with ${changedMinutes} minutes; ${lost}${end}`
  );
}

function formatSize({ size, batch }: LogHead): string {
  const leaves = `${size} ${size === 1 ? 'leaf' : 'leaves'}`;
  return batch ? `${leaves}, of which ${size - batch.from} are to be published` : leaves;
}

/** Whether something is left to write, or there are receipts that someone has to look at. */
export function isAdoptionOpen(
  { found, damaged, finishedAt }: Adoption,
  isApplied: boolean,
): boolean {
  // Once the adoption has ended, a receipt without salt is damaged or forged.
  if (finishedAt !== undefined) return found > 0;
  return !isApplied || damaged > 0;
}

/** Formats a receipt that was not adopted, in one line. */
export function formatDamagedReceipt(tenant: string, receipt: Item, fault: string): string {
  return `${tenant}: receipt ${computeReceiptId(receipt)} is not adopted. ${fault}`;
}

/** Formats what an adoption has found or done. */
export function formatAdoption(tenant: string, adoption: Adoption, isApplied: boolean): string {
  const { found, adopted, damaged, finishedAt } = adoption;
  if (finishedAt !== undefined) {
    const forged =
      found === 0
        ? ''
        : ` ${found} without salt were damaged then, or are none of an earlier version, and stay (npm run verify).`;
    return `${tenant}: the adoption ended at ${finishedAt}, with ${adopted} receipts.${forged}`;
  }
  if (!isApplied)
    return `${tenant}: ${found - damaged} receipts would be adopted, ${damaged} are damaged.`;
  return `${tenant}: ${adopted} receipts are adopted, ${damaged} are damaged and stay. Sealing takes them from its next run on.`;
}
