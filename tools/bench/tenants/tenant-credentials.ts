// What credentials for one tenant cost a request, beside those of the function (ADR 123).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startTokenService } from '../../../local/iam/token-service.ts';
import { createBareTable } from '../baselines/bare-table.ts';
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import type { Measurement } from '../report/measurement.ts';
import { computeMedian, computePercentile, formatSpread } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import type { CredentialReadings } from './tenant-credentials-probe.ts';

const PROBE = join(import.meta.dirname, 'tenant-credentials-probe.ts');
const ROLE = 'arn:aws:iam::000000000000:role/tenants';
const READS = 2_000;
/** Above it the option stays off by default. */
const TARGET_MS = 2;

export const tenantCredentials: Measurement = {
  name: 'tenant-credentials',
  async run(bench) {
    const engine = await startFreshEngine(bench);
    const tokens = await startTokenService(undefined);
    try {
      await createTable(engine.endpoint);
      const rounds: CredentialReadings[] = [];
      for (let round = 1; round <= bench.rounds; round += 1) {
        bench.progress(`round ${round} of ${bench.rounds}`);
        rounds.push(await runProbe(engine.endpoint, tokens.endpoint));
      }
      return buildReport(rounds);
    } finally {
      await tokens.stop();
      await engine.stop();
    }
  },
};

async function createTable(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const dynamodb = new DynamoDBClient({ region: 'eu-central-1', credentials, endpoint });
  await createBareTable(dynamodb, 'ledger');
  dynamodb.destroy();
}

async function runProbe(dynamodb: string, tokens: string): Promise<CredentialReadings> {
  const env = {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_STS: tokens,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [PROBE, ROLE, String(READS)], {
    env,
  });
  return JSON.parse(stdout) as CredentialReadings;
}

function buildReport(rounds: readonly CredentialReadings[]): string[] {
  const describe = (share: number) => {
    const [own, tenant] = (['own', 'tenant'] as const).map((side) =>
      rounds.map((round) => computePercentile(round[side].ms, share)),
    ) as [number[], number[]];
    const added = tenant.map((value, round) => value - (own[round] ?? Number.NaN));
    return { row: [own, tenant, added].map((values) => formatSpread(values, 2)), added };
  };
  const median = describe(0.5);
  const cpu = (side: 'own' | 'tenant') =>
    formatSpread(
      rounds.map((round) => round[side].cpuMs),
      2,
    );
  const addedCpu = rounds.map(({ own, tenant }) => tenant.cpuMs - own.cpuMs);
  const first = rounds.map(({ firstMs }) => computeMedian(firstMs));
  return [
    `A read of a balance with the credentials of the function and with those of one of five tenants, in ms`,
    '',
    ...formatTable(
      ['', 'function', 'tenant', 'added'],
      [
        ['p50', ...median.row],
        ['p99', ...describe(0.99).row],
        ['processor', cpu('own'), cpu('tenant'), formatSpread(addedCpu, 2)],
      ],
    ),
    '',
    `The first read of a tenant, with the call for its credentials on this machine: ${formatSpread(first, 1)} ms.`,
    `Aim: at most ${TARGET_MS} ms added at the median: ${formatTargetVerdict(computeMedian(median.added) <= TARGET_MS)}.`,
  ];
}
