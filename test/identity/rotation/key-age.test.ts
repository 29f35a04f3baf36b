// The daily question how old the signing keys are: its alarm is silent only while the metric says that they are fresh.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { KeyAgeCheck } from '../../../functions/identity/rotate-keys.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { SECRET, startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const DAY_MS = 86_400_000;

const STREAMS = [process.stdout, process.stderr];
const writes = STREAMS.map((stream) => stream.write.bind(stream));
const lines: string[] = [];
let identity: TestIdentity;
let handler: (event: KeyAgeCheck) => Promise<void>;
beforeAll(async () => {
  identity = await startIdentity();
  Object.assign(process.env, {
    IDENTITY_KEYS: SECRET,
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
  });
  ({ handler } = await import('../../../functions/identity/rotate-keys.ts'));
  const write = (chunk: unknown) => {
    lines.push(String(chunk));
    return true;
  };
  for (const stream of STREAMS) Object.assign(stream, { write });
});
afterAll(async () => {
  STREAMS.forEach((stream, index) => Object.assign(stream, { write: writes[index] }));
  returnToPresent();
  await identity.stop();
});

/** What the check logs. */
async function checkAge(): Promise<Record<string, unknown>[]> {
  lines.splice(0);
  await handler({ checksAge: true });
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('says that the keys are fresh until three days after their rotation was due', async () => {
  const fresh = {
    service: 'identity-keys',
    SigningKeysFresh: 1,
    _aws: {
      CloudWatchMetrics: [
        {
          Namespace: 'Countinghouse/test',
          Dimensions: [['service']],
          Metrics: [{ Name: 'SigningKeysFresh', Unit: 'Count' }],
        },
      ],
    },
  };
  expect(await checkAge()).toMatchObject([fresh]);
  advanceTime(32 * DAY_MS);
  expect(await checkAge()).toMatchObject([fresh]);

  advanceTime(DAY_MS);
  const [stale, ...others] = await checkAge();

  expect(others).toEqual([]);
  expect(stale).toMatchObject({ level: 'ERROR', service: 'identity-keys' });
  expect(stale).not.toHaveProperty('SigningKeysFresh');
});
