// The records of the general ledger, as its own items and the journal state them.
import { isDifference } from '../../domain/projections/general-ledger.ts';
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import { formatMoney, money, NO_CURRENCY, toMinorUnits } from '../../domain/values/money.ts';
import type { Item } from '../../ledger/store/item.ts';
import { NO_RECORD } from '../difference.ts';
import { readJournalItem } from '../journal-items.ts';

export function formatRecordName(tenant: string, record: ProjectedRecord): string {
  return `${tenant} ${formatRecordId(record)}`;
}

/** An entry has one difference for each code. No position of a line can be taken for a code. */
export function formatRecordId(record: ProjectedRecord): string {
  const { journalEntryId, accountCode } = record;
  return isDifference(record)
    ? `${journalEntryId} ${accountCode}`
    : `${journalEntryId}#${record.position}`;
}

export function listClaims(record: ProjectedRecord): Record<string, string> {
  const { accountCode, currency, date } = record;
  const head = { account_code: accountCode, currency, effective_date: date };
  if (isDifference(record)) {
    return {
      ...head,
      expected: formatAmount(record, record.expected),
      found: formatAmount(record, record.found),
    };
  }
  return {
    ...head,
    side: record.side,
    amount: formatAmount(record, record.amount),
    entry_type: record.entryType,
    posted_at: record.postedAt,
    description: record.description ?? NO_RECORD,
  };
}

export function formatAmount({ currency }: ProjectedRecord, minor: bigint): string {
  return formatMoney(money(minor, currency));
}

export function listJournalRecords(item: Item): ProjectedRecord[] {
  const entry = readJournalItem(item);
  const { id, currency = NO_CURRENCY, effectiveDate, entryType, postedAt, description } = entry;
  const position = { journalEntryId: id, currency, date: effectiveDate };
  const lines = entry.ledgerLines.map(({ accountCode, side, amount }, index) => ({
    ...position,
    position: index + 1,
    accountCode,
    side,
    amount: toMinorUnits(amount),
    entryType,
    postedAt,
    ...(description !== undefined && { description }),
  }));
  const differences = (entry.controlDifferences ?? []).map(({ accountCode, expected, found }) => ({
    ...position,
    accountCode,
    expected: toMinorUnits(expected),
    found: toMinorUnits(found),
  }));
  return [...lines, ...differences];
}
