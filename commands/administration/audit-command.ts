// `npm run admin -- audit`: what administrators did.
import { listAdministrativeRecords } from '../../functions/identity/administration/audit-trail.ts';
import { UsageError } from '../command-definition.ts';
import type { AdminCommand } from './command.ts';
import { formatColumns } from './format-columns.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export const auditCommands: Readonly<Record<string, AdminCommand>> = {
  audit: {
    usage: 'TENANT [--from TIME] [--to TIME] [--actor ACTOR] [--action ACTION]   (newest first)',
    words: 1,
    run: async (who, [tenantId = ''], { from, to, actor, action }) => {
      const records = await listAdministrativeRecords(who, tenantId, {
        from: parseTime('--from', from, 'T00:00:00.000Z'),
        to: parseTime('--to', to, 'T23:59:59.999Z'),
        sought: { ...(actor !== undefined && { actor }), ...(action !== undefined && { action }) },
      });
      const rows = records.map(({ at, actor: by, action: done, subject, details }) => {
        return [at, by, done, subject, details === undefined ? '' : formatDetails(details)];
      });
      const text = rows.length === 0 ? 'There is no such record.' : formatColumns(rows);
      return { text, body: records };
    },
  },
};

// The store keeps no order of the members.
function formatDetails(details: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(details).toSorted()));
}

/** A day stands for its first or its last instant, in UTC. */
function parseTime(flag: string, text: string | undefined, ofDay: string): Date | undefined {
  if (text === undefined) return undefined;
  const isDay = DAY.test(text);
  const time = new Date(isDay ? text + ofDay : text);
  // Another form, and a day that its month does not have, would be taken for another day.
  const isReal =
    !Number.isNaN(time.getTime()) &&
    (isDay ? time.toISOString().startsWith(text) : TIME.test(text));
  if (isReal) return time;
  throw new UsageError(`${flag} takes a day or a time in ISO 8601, not "${text}".`);
}
