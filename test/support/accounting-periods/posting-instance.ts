// One instance of postJournalEntry, in a process of its own.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';

interface PostingInstanceData {
  readonly tenant: string;
  readonly account: string;
  readonly effectiveDate: string;
  /** The time from which the clock runs faster. */
  readonly base: number;
  readonly speed: number;
}

const { tenant, account, effectiveDate, base, speed } = JSON.parse(
  process.argv[2] ?? '',
) as PostingInstanceData;
const RealDate = Date;
const hasten = () => base + (RealDate.now() - base) * speed;
globalThis.Date = class extends RealDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [hasten()] : given) as []));
  }
  static override now(): number {
    return hasten();
  }
} as DateConstructor;

const { handler } = (await import('../../../functions/api/journal/post-journal-entry.ts')) as {
  handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
};

const TIME_LIMIT_MS = 15_000;
/** A refused instance asks again after this, to post at once should the period take entries again. */
const PAUSE_MS = 5;

const posted: string[] = [];
const stopping = new AbortController();
process.once('message', () => stopping.abort());

async function postEntry(): Promise<void> {
  const { statusCode, body } = await handler(buildEvent(), {
    getRemainingTimeInMillis: () => TIME_LIMIT_MS,
  } as Context);
  const answer = JSON.parse(body) as { id: string; code: string };
  if (statusCode === 201) posted.push(answer.id);
  else if (answer.code === 'period_closed') await sleep(PAUSE_MS);
  else if (statusCode !== 503) throw new Error(body);
}

function buildEvent(): APIGatewayProxyEvent {
  const entry = {
    ledger_lines: [
      { account_code: '1000', debit_amount: '1.00' },
      { account_code: '2000', credit_amount: '1.00' },
    ],
    account_postings: [
      { account_id: account, direction: 'CREDIT', amount: '1.00', currency: 'EUR' },
    ],
    effective_date: effectiveDate,
  };
  return {
    httpMethod: 'POST',
    path: '/api/journal-entries',
    resource: '/api/journal-entries',
    headers: { 'Idempotency-Key': randomUUID() },
    multiValueHeaders: {},
    pathParameters: null,
    queryStringParameters: null,
    body: JSON.stringify(entry),
    requestContext: {
      path: '/api/journal-entries',
      authorizer: {
        tenant_id: tenant,
        sub: 'ada',
        scope: 'finance.write',
        client_id: 'test',
        expires_at: String(Math.floor(Date.now() / 1_000) + TIME_LIMIT_MS),
      },
    },
  } as unknown as APIGatewayProxyEvent;
}

await postEntry();
process.send?.('ready');
while (!stopping.signal.aborted) await postEntry();
process.send?.(posted, () => process.disconnect());
