import type { TablesInUse } from '../stage-tables.ts';
import type { StoredTableName } from '../../lib/constructs/storage/stored-tables.ts';
import type { GivenTables } from './restore-flags.ts';
import type { PlannedRestore } from './restore-plan.ts';

export interface DescribedPlan {
  readonly stage: string;
  readonly at: Date;
  readonly inUse: TablesInUse;
  readonly plan: readonly PlannedRestore[];
  readonly given: GivenTables;
}

/** Describes what a restore does, with what deserves attention. */
export function describePlan({ stage, at, inUse, plan, given }: DescribedPlan): string {
  const lines = [`The stage ${stage} as of ${at.toISOString()}:`];
  for (const { table, source, target, from, isStarted } of plan) {
    const how =
      from.kind === 'table'
        ? `${source} by point-in-time recovery`
        : `the backup of ${source}, which was deleted at ${from.deletedAt.toISOString()}`;
    lines.push(`  ${table}: from ${how} to ${target}${isStarted ? ' (started)' : ''}`);
    if (from.kind === 'deleted' && from.deletedAt.getTime() !== at.getTime()) {
      lines.push(`    It has the content of its deletion, whatever --to says.`);
    }
  }
  for (const [table, name] of Object.entries(given)) lines.push(`  ${table}: ${name}, as it is`);
  const replaced = new Set<StoredTableName>([
    ...plan.map(({ table }) => table),
    ...(Object.keys(given) as StoredTableName[]),
  ]);
  for (const [table, name] of Object.entries(inUse) as [StoredTableName, string][]) {
    if (!replaced.has(table)) lines.push(`  ${table}: ${name} stays in use`);
  }
  if (replaced.has('ledger') !== replaced.has('receipts')) {
    lines.push(
      '  A transaction writes to ledger and receipts: both must be of the same second, or they disagree.',
    );
  }
  return lines.join('\n');
}
