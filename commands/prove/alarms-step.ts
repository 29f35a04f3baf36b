// Fires each alarm of the stage, and sees that CloudWatch published it to the topic.
import { buildAws } from './aws-program.ts';
import type { CallAws } from './aws-program.ts';
import type { ProofStep } from './proof.ts';

interface DescribedAlarm {
  readonly AlarmName: string;
  readonly AlarmActions: readonly string[];
}

interface HistoryItem {
  readonly HistorySummary: string;
}

const TRIES = 30;
const TRY_MS = 2_000;

/** Of CloudWatch's history, when the topic has taken the message. */
const PUBLISHED = /^Successfully executed action arn:[^:]+:sns:/;

export const alarms: ProofStep = {
  name: 'alarms',
  does: 'sets each alarm of the stage to ALARM',
  checks:
    "CloudWatch's history of each says that its topic took the message; that a subscriber got it is for people to see",
  run: async (context) => {
    const aws = buildAws(context);
    const { MetricAlarms: found } = await aws<{ MetricAlarms: readonly DescribedAlarm[] }>(
      'cloudwatch',
      'describe-alarms',
      ['--alarm-name-prefix', `${context.stage}-`],
    );
    if (found.length === 0) throw new Error(`${context.stage} has no alarms`);
    const silent = found.filter(({ AlarmActions }) => AlarmActions.length === 0);
    if (silent.length > 0) throw new Error(`without an action: ${listNames(silent)}`);
    // CloudWatch counts in seconds.
    const start = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString();
    for (const { AlarmName } of found) {
      // An alarm that is on already would not be published again.
      for (const state of ['OK', 'ALARM']) {
        const words = ['--state-value', state, '--state-reason', 'npm run prove'];
        await aws('cloudwatch', 'set-alarm-state', ['--alarm-name', AlarmName, ...words]);
      }
    }
    let waiting = found;
    for (let tries = 0; tries < TRIES && waiting.length > 0; tries += 1) {
      await context.sleep(TRY_MS);
      const left: DescribedAlarm[] = [];
      for (const alarm of waiting) if (!(await isPublished(aws, alarm, start))) left.push(alarm);
      waiting = left;
    }
    if (waiting.length > 0) throw new Error(`not published: ${listNames(waiting)}`);
    return { seen: `${found.length} alarms fired, and the topic took each` };
  },
};

async function isPublished(
  aws: CallAws,
  { AlarmName }: DescribedAlarm,
  start: string,
): Promise<boolean> {
  const { AlarmHistoryItems: items } = await aws<{ AlarmHistoryItems: readonly HistoryItem[] }>(
    'cloudwatch',
    'describe-alarm-history',
    ['--alarm-name', AlarmName, '--history-item-type', 'Action', '--start-date', start],
  );
  return items.some(({ HistorySummary }) => PUBLISHED.test(HistorySummary));
}

function listNames(some: readonly DescribedAlarm[]): string {
  return some.map(({ AlarmName }) => AlarmName).join(', ');
}
