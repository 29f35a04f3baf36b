// One instance of a function that posts entries, in a process of its own.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { PostingOperation } from './dated-postings.ts';

export interface PostingInstanceData {
  readonly tenant: string;
  readonly operation: PostingOperation;
  /** The workflow that an instance of executeWorkflow executes. */
  readonly workflowId: string;
  readonly account: string;
  readonly effectiveDate: string;
  /** The time from which the clock runs faster. */
  readonly base: number;
  readonly speed: number;
}

const { tenant, operation, workflowId, account, effectiveDate, base, speed } = JSON.parse(
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

const { buildPostingBody, listPosted } = await import('./dated-postings.ts');
const { operations } = await import('../../../functions/operations/operations.ts');
const FILES: Readonly<Record<PostingOperation, string>> = {
  postJournalEntry: 'journal/post-journal-entry.ts',
  postJournalEntries: 'journal/post-journal-entries.ts',
  executeWorkflow: 'workflows/execute-workflow.ts',
};
const { handler } = (await import(`../../../functions/api/${FILES[operation]}`)) as {
  handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
};

const TIME_LIMIT_MS = 15_000;
/** A refused instance asks again after this, to post at once should the period take entries again. */
const PAUSE_MS = 5;

const posted: string[] = [];
const stopping = new AbortController();
let isAwaited = false;
process.on('message', (message) => {
  if (message === 'stop') stopping.abort();
  else isAwaited = true;
});

// As the contract says of 503, with the same key: the request may have taken effect.
async function postEntries(): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const { statusCode, body } = await handler(buildEvent(key), {
      getRemainingTimeInMillis: () => TIME_LIMIT_MS,
    } as Context);
    if (statusCode === 503) continue;
    if (statusCode === 201) posted.push(...listPosted(JSON.parse(body)));
    else if (isPeriodClosed(JSON.parse(body))) await sleep(PAUSE_MS);
    else throw new Error(body);
    return;
  }
}

// The step of a workflow fails for the reason that its posting is refused for.
function isPeriodClosed({ code, message }: { code: string; message: string }): boolean {
  return code === 'period_closed' || /^Step .* The accounting period .* is CLOS/.test(message);
}

const { route } = operations[operation];
const [, resource = ''] = route.split(' ');

function buildEvent(key: string): APIGatewayProxyEvent {
  const path = resource.replace('{workflowId}', workflowId);
  return {
    httpMethod: 'POST',
    path,
    resource,
    headers: { 'Idempotency-Key': key },
    multiValueHeaders: {},
    pathParameters: path === resource ? null : { workflowId },
    queryStringParameters: null,
    body: JSON.stringify(buildPostingBody(operation, { account, effectiveDate })),
    requestContext: {
      path,
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

await postEntries();
process.send?.('ready');
while (!stopping.signal.aborted) {
  await postEntries();
  if (isAwaited) process.send?.('finished');
  isAwaited = false;
}
process.send?.(posted, () => process.disconnect());
