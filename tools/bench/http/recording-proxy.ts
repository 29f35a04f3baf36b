// Stands between the product and its engine and writes down what the product asks, so that the same
// requests can be sent to the engine without the product.
import { readCaller } from '../../../local/iam/enforced-service.ts';
import { readBody, startProxy } from '../../../local/http/proxy.ts';
import type { ProxiedRequest, ProxyStage } from '../../../local/http/proxy.ts';
import type { HttpRequest } from './http-client.ts';

export interface RecordedRequest extends HttpRequest {
  /** The function that asked, where roles are enforced; otherwise empty. */
  readonly caller: string;
  /** Requests of one group had one caller and were under way at the same time. */
  readonly group: number;
}

export interface RecordingProxy {
  readonly endpoint: string;
  /** What the engine did, in the order of asking. What it refused is left out. */
  take(): RecordedRequest[];
  stop(): Promise<void>;
}

// Belong to the connection, or follow from the body.
const DROPPED = new Set(['connection', 'content-length', 'host', 'transfer-encoding']);

export async function startRecordingProxy(engine: string): Promise<RecordingProxy> {
  const address = new URL(engine);
  const recorded: RecordedRequest[] = [];
  const proxy = await startProxy(
    () => address,
    buildRecording((request) => recorded.push(request)),
  );
  return { ...proxy, take: () => recorded.splice(0) };
}

function buildRecording(record: (request: RecordedRequest) => void): ProxyStage {
  let groups = 0;
  const underWay = new Map<string, { readonly group: number; requests: number }>();
  return async (request, service) => {
    const caller = readCaller(request);
    const own = underWay.get(caller) ?? { group: (groups += 1), requests: 0 };
    own.requests += 1;
    underWay.set(caller, own);
    try {
      const body = (await readBody(request)).toString();
      const answer = await service.carryOut({ ...request, body });
      if (answer.status === 200 && isDataRequest(request)) {
        const { group } = own;
        record({ method: 'POST', path: '/', headers: pickHeaders(request), body, caller, group });
      }
      return answer;
    } finally {
      own.requests -= 1;
      if (own.requests === 0) underWay.delete(caller);
    }
  };
}

// Streams are read by the product on its own account, and looking for tables changes nothing.
function isDataRequest({ headers }: ProxiedRequest): boolean {
  const target = String(headers['x-amz-target']);
  return target.startsWith('DynamoDB_') && !/\.(List|Describe)/.test(target);
}

function pickHeaders({ headers }: ProxiedRequest): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !DROPPED.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}
