// Stands between the product and its engine and writes down what the product asks, so that the same
// requests can be sent to the engine without the product.
import { readBody, startProxy } from '../../../local/http/proxy.ts';
import type { ProxiedRequest, ProxyStage } from '../../../local/http/proxy.ts';
import type { HttpRequest } from './http-client.ts';

export interface RecordedRequest extends HttpRequest {
  /** Requests of one group were under way at the same time. */
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
  let underWay = 0;
  let group = 0;
  return async (request, service) => {
    if (underWay === 0) group += 1;
    underWay += 1;
    const own = group;
    try {
      const body = (await readBody(request)).toString();
      const answer = await service.carryOut({ ...request, body });
      if (answer.status === 200 && isDataRequest(request)) {
        record({ method: 'POST', path: '/', headers: pickHeaders(request), body, group: own });
      }
      return answer;
    } finally {
      underWay -= 1;
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
