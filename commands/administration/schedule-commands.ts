// `npm run admin -- schedule`: the monthly export, by EventBridge Scheduler.
import { commitChange } from '../../functions/identity/administration/identity-change.ts';
import type {
  Administration,
  IdentityChange,
} from '../../functions/identity/administration/identity-change.ts';
import { confirmExportFormat } from '../export/confirm-format.ts';
import type { AdminCommand, AdminOptions } from './command.ts';
import { readRunningStack } from './running-stack.ts';
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
      await recordChange(who, tenant, {
        action: 'schedule.set',
        details: {
          legal_basis_code: code,
          retention_years: schedule.retentionYears,
          ...(choice.requested !== undefined && { format: choice.requested }),
        },
      });
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
      await recordChange(who, tenant, { action: 'schedule.cleared' });
      await clearSchedule(schedules, tenant);
      return `${tenant} no longer has a schedule.`;
    },
  },
};

// A schedule is not in the identity table, so its record cannot be in one transaction with the change. It
// comes first: a record of a change that then failed misleads less than a change without a record.
async function recordChange(
  who: Administration,
  tenantId: string,
  change: Pick<IdentityChange, 'action' | 'details'>,
): Promise<void> {
  const otherwise = 'The change was not recorded.';
  await commitChange(who, { ...change, tenantId, subject: tenantId, writes: [], otherwise });
}

async function openSchedules({ stage, ...flags }: AdminOptions): Promise<Schedules> {
  return stage === undefined
    ? openLocalSchedules(readRunningStack(flags).schedules)
    : openStageSchedules(stage);
}
