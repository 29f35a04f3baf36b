// `npm run admin -- schedule`: the export of each month, by EventBridge Scheduler.
import type { Command, Options } from './commands.ts';
import { clearSchedule, setSchedule, showSchedule } from './schedules.ts';

const YEARS = '10';

export const scheduleCommands: Readonly<Record<string, Command>> = {
  'schedule set': {
    usage: 'TENANT --code LEGAL_BASIS_CODE [--retention-years N]      (10)',
    words: 1,
    run: async (_who, [tenant = ''], options) => {
      const { code, 'retention-years': years = YEARS } = options;
      if (code === undefined) throw new Error('Say with --code on what legal basis.');
      if (!/^[1-9][0-9]?$/.test(years)) throw new Error(`${years} is no number of years.`);
      const schedule = { legalBasisCode: code, retentionYears: Number(years) };
      await setSchedule(stageIn(options), tenant, schedule);
      return `Each month of ${tenant} is exported on the third of the next.`;
    },
  },
  'schedule show': {
    usage: 'TENANT',
    words: 1,
    run: async (_who, [tenant = ''], options) =>
      (await showSchedule(stageIn(options), tenant)) ?? `${tenant} has no schedule.`,
  },
  'schedule clear': {
    usage: 'TENANT',
    words: 1,
    run: async (_who, [tenant = ''], options) => {
      await clearSchedule(stageIn(options), tenant);
      return `${tenant} has no schedule any more.`;
    },
  },
};

function stageIn({ stage }: Options): string {
  if (stage !== undefined) return stage;
  throw new Error('Schedules are kept by AWS: say of which stage with --stage.');
}
