// The commands for schedules of exports.
import type { Command } from 'commander';
import { requireData } from '../../client/client.ts';
import type { ExportSchedule } from '../../client/client.ts';
import {
  formatDue,
  formatWait,
  nameMonth,
  SCHEDULE_WORDS,
} from '../../client/schedules/schedule-words.ts';
import { connect } from './connection.ts';
import type { SelectionFlags } from './connection.ts';
import { printRecord, printRecords } from './command-output.ts';
import { buildKeyHeader, defineCommand, defineMutation } from './define-command.ts';
import type { MutationFlags } from './define-command.ts';

const LOCALE = 'en';
/** The one schedule that a tenant can have. */
const MONTHLY_SCHEDULE = 'monthly';

/** `schedules`. */
export function buildScheduleCommands(): Command[] {
  const schedules = defineCommand('schedules', 'list the schedules of exports').action(list);
  schedules.addCommand(
    defineMutation('run [schedule]', 'request now what a schedule exports').action(run),
  );
  return [schedules];
}

async function list(flags: SelectionFlags): Promise<void> {
  const { workbench } = connect(flags);
  const { items } = await requireData(workbench.GET('/api/export-schedules'));
  printRecords(items, toScheduleRow, flags);
}

function toScheduleRow({ id, legal_basis_code, format, next_runs }: ExportSchedule) {
  const [next] = next_runs;
  const due =
    next === undefined
      ? ''
      : `${formatWait(next.due_at, new Date(), LOCALE)}: ${nameMonth(next.period_from, LOCALE)}, at ` +
        formatDue(next.due_at);
  return [id, legal_basis_code, format, SCHEDULE_WORDS, due];
}

async function run(id: string | undefined, _: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<MutationFlags>();
  const { workbench } = connect(flags);
  const params = {
    path: { scheduleId: id ?? MONTHLY_SCHEDULE },
    header: buildKeyHeader(flags.key),
  };
  const batch = await requireData(
    workbench.POST('/api/export-schedules/{scheduleId}/run', { params }),
  );
  printRecord(batch, ({ batchId, status }) => `${batchId} ${status}`, flags);
}
