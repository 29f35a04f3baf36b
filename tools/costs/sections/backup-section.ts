// The section of docs/costs.md about the daily backups of a stage (docs/deployment.md).
import { formatTable } from '../cost-table.ts';
import { computeCost, formatDollars } from '../dollars.ts';
import { ASSUMPTIONS } from '../institutions.ts';
import { BACKUP_PRICES } from '../prices.ts';

const GIGABYTE = 1_024n ** 3n;

/** For how many days backups are kept. */
const RETENTIONS = [7n, 35n, 365n] as const;

/** What a gigabyte of tables costs a month once the oldest backup is deleted. */
export function buildBackupSection(): string[] {
  return [
    '## Backups',
    '',
    'The property `backup` keeps a backup of each day. AWS Backup makes every backup of a table a whole one, and bills each for the',
    'time that it is kept, so that each gigabyte of tables is paid for as many times as the retention has days. This is modelled,',
    'for tables that do not grow. Point-in-time recovery is in the bill above, and backups do not replace it.',
    '',
    ...formatTable(
      ['kept for days', 'a month, for each GB of tables, $', 'with a copy in another region, $'],
      RETENTIONS.map(buildRow),
    ),
    '',
  ];
}

function buildRow(days: bigint): string[] {
  const stored = computeCost(BACKUP_PRICES.backupBytes, days * GIGABYTE);
  const copied = computeCost(BACKUP_PRICES.copiedBytes, ASSUMPTIONS.daysPerMonth * GIGABYTE);
  return [String(days), formatDollars(stored), formatDollars(stored * 2n + copied)];
}
