// `npm run admin -- schedule`: the monthly export, by EventBridge Scheduler.
import { SCHEDULE_WORDS } from '../../client/schedules/schedule-words.ts';
import { toScheduleDetails } from '../../functions/identity/storage/schedules/schedule-records.ts';
import { parseJson } from '../../functions/runtime/json.ts';
import { confirmExportFormat } from '../export/confirm-format.ts';
import { UsageError } from '../command-definition.ts';
import type { AdminCommand, AdminOptions } from './command.ts';
import { readRunningStack } from './running-stack.ts';
import { recordClearedSchedule, recordSchedule } from './schedule-records.ts';
import {
  clearSchedule,
  findSchedule,
  MONTHLY,
  openLocalSchedules,
  openStageSchedules,
  setSchedule,
} from './schedules.ts';
import type { FoundSchedule, Schedules } from './schedules.ts';
import { openLedger } from './tenants/open-ledger.ts';
import { findTenantDoubt } from './tenants/unknown-tenant.ts';

const YEARS = '10';

export const scheduleCommands: Readonly<Record<string, AdminCommand>> = {
  'schedule set': {
    usage: 'TENANT --code LEGAL_BASIS_CODE [--format csv|fec] [--retention-years N]      (10)',
    words: 1,
    run: async (who, [tenant = ''], options) => {
      const { code, 'retention-years': years = YEARS } = options;
      if (code === undefined) throw new UsageError('Give the legal basis with --code.');
      if (!/^[1-9][0-9]?$/.test(years))
        throw new UsageError(`--retention-years takes a number from 1 to 99, not "${years}".`);
      const choice = await confirmExportFormat({ legal_basis_code: code, format: options.format });
      const fault = choice.format.findLegalBasisFault?.(code);
      if (fault !== undefined) throw new Error(fault);
      const schedule = {
        legalBasisCode: code,
        retentionYears: Number(years),
        format: choice.requested,
      };
      const schedules = await openSchedules(options);
      const remedy = `run: schedule clear ${tenant}`;
      const warning = await findTenantDoubt(who, await openLedger(options), { tenant, remedy });
      await recordSchedule(who, tenant, schedule);
      await setSchedule(schedules, tenant, schedule);
      const text = `Each month of ${tenant} is exported on the third of the next.`;
      return { text, body: { tenant_id: tenant, ...toScheduleDetails(schedule) }, warning };
    },
  },
  'schedule show': {
    usage: 'TENANT',
    words: 1,
    run: async (_who, [tenant = ''], options) => {
      const schedule = await findSchedule(await openSchedules(options), tenant);
      if (schedule === undefined) return { text: `${tenant} has no schedule.`, body: null };
      return { text: describeSchedule(schedule), body: toScheduleBody(schedule) };
    },
  },
  'schedule clear': {
    usage: 'TENANT',
    words: 1,
    run: async (who, [tenant = ''], options) => {
      const schedules = await openSchedules(options);
      // A misspelt tenant would leave the schedule of the other as it is.
      if (!(await findSchedule(schedules, tenant))) throw new Error(`${tenant} has no schedule.`);
      await recordClearedSchedule(who, tenant);
      await clearSchedule(schedules, tenant);
      return { text: `${tenant} no longer has a schedule.`, body: { tenant_id: tenant } };
    },
  },
};

// One that was changed past this command has no words.
function describeSchedule({ expression, input }: FoundSchedule): string {
  const words = expression === MONTHLY ? `${SCHEDULE_WORDS}\n` : '';
  return `${words}${expression} ${input}`;
}

function toScheduleBody({ expression, input }: FoundSchedule) {
  return {
    expression,
    ...(expression === MONTHLY && { words: SCHEDULE_WORDS }),
    input: parseJson(input),
  };
}

async function openSchedules({ stage, ...flags }: AdminOptions): Promise<Schedules> {
  return stage === undefined
    ? openLocalSchedules(readRunningStack(flags).schedules)
    : openStageSchedules(stage);
}
