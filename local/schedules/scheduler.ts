// A local EventBridge Scheduler: it accepts schedules in the template's groups over the AWS SDK's
// protocol, and calls the template's functions when they are due.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { startEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { ServiceError } from '../http/service-error.ts';
import { bringForward, invokeDueSchedules } from './due-schedules.ts';
import type { ScheduleInvocation } from './due-schedules.ts';
import { scheduleCalls } from './schedule-calls.ts';
import type { ScheduleCall } from './schedule-calls.ts';
import { ScheduleStore } from './schedule-store.ts';

export const GROUP_TYPE = 'AWS::Scheduler::ScheduleGroup';

const POLL_INTERVAL_MS = 1_000;
const BYTES_MAX = 1024 * 1024;
/** HTTP statuses by AWS error type; other types are 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ResourceNotFoundException: 404,
  ConflictException: 409,
};

export type Scheduler = Endpoint & {
  /** The ARNs of the groups. */
  readonly groups: string[];
  /** Starts calling due schedules, including those that became due while the runner was stopped. */
  run(calls: Pick<ScheduleInvocation, 'calledBy' | 'queues'>): void;
  /** Calls the schedules that are due by `now`. After `run`, a timer does so every second. */
  callDue(now: Date): Promise<void>;
  /** Calls nothing from here on. A call in progress that fails is made again at the next start. */
  stopCalls(): void;
  /** Awaits the call in progress, too: the functions are to be stopped before. */
  stop(): Promise<void>;
};

export async function startScheduler(
  groups: DeployedResource[],
  { dataFolder, log }: { dataFolder: string | undefined; log: (line: string) => void },
): Promise<Scheduler> {
  const store = new ScheduleStore(dataFolder);
  const requests = scheduleCalls(store, groups);
  const { endpoint, stop } = await startEndpoint((request, response) => {
    answerScheduleCall(requests, request, response).catch(() => response.destroy());
  });
  let calls: Pick<ScheduleInvocation, 'calledBy' | 'queues'> | undefined;
  // Checks run one after another, so that two never call the same schedule concurrently.
  let looking = Promise.resolve();
  const stopping = new AbortController();
  const callDue = (now: Date) => {
    const look = () =>
      calls && invokeDueSchedules(store, now, { ...calls, log, stopping: stopping.signal });
    // A check that fails must not prevent the ones after it.
    looking = looking.then(look).catch((error: unknown) => log(`Schedules: ${String(error)}`));
    return looking;
  };
  let timer: NodeJS.Timeout | undefined;
  const stopCalls = () => {
    clearInterval(timer);
    calls = undefined;
    stopping.abort();
  };
  return {
    endpoint,
    groups: groups.map(({ ref, region, account }) => {
      return `arn:aws:scheduler:${region}:${account}:schedule-group/${ref}`;
    }),
    run(given) {
      calls = given;
      let seen = new Date();
      bringForward(store, seen);
      timer = setInterval(() => {
        const now = new Date();
        if (now < seen) bringForward(store, now);
        seen = now;
        void callDue(now);
      }, POLL_INTERVAL_MS);
    },
    callDue,
    stopCalls,
    async stop() {
      stopCalls();
      await Promise.all([stop(), looking]);
    },
  };
}

async function answerScheduleCall(
  calls: Readonly<Record<string, ScheduleCall>>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, name = ''] = /^\/schedules\/([\w.-]{1,64})$/.exec(pathname) ?? [];
  const call = calls[request.method ?? ''];
  try {
    if (name === '' || !call)
      throw new ServiceError('ValidationException', 'There is no such call.');
    const GroupName = searchParams.get('groupName') ?? 'default';
    const body = await readBody(request);
    sendJson(response, 200, call({ GroupName, ...body, Name: name }, new Date()));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    response.setHeader('x-amzn-errortype', error.type);
    sendJson(response, STATUSES[error.type] ?? 400, { Message: error.message });
  }
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new ServiceError('ValidationException', 'The body is too large.');
  }
  return bytes === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as JsonObject);
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
