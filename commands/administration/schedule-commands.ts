// `npm run admin -- schedule`: the monthly export, by EventBridge Scheduler.
import { confirmExportFormat } from '../export/confirm-format.ts';
import type { AdminCommand, AdminOptions } from './command.ts';
import { readRunningStack } from './running-stack.ts';
import { recordClearedSchedule, recordSchedule } from './schedule-records.ts';
import {
  clearSchedule,
  openLocalSchedules,
  openStageSchedules,
  setSchedule,
  showSchedule,
} from './schedules.ts';
import type { Schedules } from './schedules.ts';

const YEARS = '10';

export const scheduleCommands: Readonly<Record<string, AdminCommand>> = {
  'schedule set': {
    usage: 'TENANT --code LEGAL_BASIS_CODE [--format csv|fec] [--retention-years N]      (10)',
    words: 1,
    run: async (who, [tenant = ''], options) => {
      const { code, 'retention-years': years = YEARS } = options;
      if (code === undefined) throw new Error('Give the legal basis with --code.');
      if (!/^[1-9][0-9]?$/.test(years)) throw new Error(`${years} is not a number of years.`);
      const choice = await confirmExportFormat({ legal_basis_code: code, format: options.format });
      const fault = choice.format.findLegalBasisFault?.(code);
      if (fault !== undefined) throw new Error(fault);
      const schedule = {
        legalBasisCode: code,
        retentionYears: Number(years),
        format: choice.requested,
      };
      const schedules = await openSchedules(options);
      await recordSchedule(who, tenant, schedule);
      await setSchedule(schedules, tenant, schedule);
      return `Each month of ${tenant} is exported on the third of the next.`;
    },
  },
  'schedule show': {
    usage: 'TENANT',
    words: 1,
    run: async (_who, [tenant = ''], options) =>
      (await showSchedule(await openSchedules(options), tenant)) ?? `${tenant} has no schedule.`,
  },
  'schedule clear': {
    usage: 'TENANT',
    words: 1,
    run: async (who, [tenant = ''], options) => {
      const schedules = await openSchedules(options);
      await recordClearedSchedule(who, tenant);
      await clearSchedule(schedules, tenant);
      return `${tenant} no longer has a schedule.`;
    },
  },
};

async function openSchedules({ stage, ...flags }: AdminOptions): Promise<Schedules> {
  return stage === undefined
    ? openLocalSchedules(readRunningStack(flags).schedules)
    : openStageSchedules(stage);
}
