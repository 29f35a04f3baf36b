// Stands between the product and its engine and notes what each function asks and what it consumes.
import { readCaller } from '../../local/iam/enforced-service.ts';
import { readBody, startProxy } from '../../local/http/proxy.ts';
import type { ProxiedRequest, ProxyStage } from '../../local/http/proxy.ts';
import { carryOutMetered } from './consumed-units.ts';
import type { ConsumedUnits } from './consumed-units.ts';

export interface MeteredRequest extends ConsumedUnits {
  /** The function that asked, where roles are enforced; otherwise empty. */
  readonly caller: string;
  readonly operation: string;
  /** Of the answer. */
  readonly bytes: number;
}

export interface MeteringProxy {
  readonly endpoint: string;
  /** What was asked since it was taken last. */
  take(): MeteredRequest[];
  stop(): Promise<void>;
}

export async function startMeteringProxy(engine: string): Promise<MeteringProxy> {
  const address = new URL(engine);
  const metered: MeteredRequest[] = [];
  const proxy = await startProxy(
    () => address,
    buildMetering((request) => metered.push(request)),
  );
  return { ...proxy, take: () => metered.splice(0) };
}

function buildMetering(note: (request: MeteredRequest) => void): ProxyStage {
  return async (request, service) => {
    const operation = readOperation(request);
    if (operation === undefined) return service.pass(request);
    const body = JSON.parse((await readBody(request)).toString()) as object;
    const { answer, units } = await carryOutMetered(service, { ...request, body }, operation);
    if (answer.status === 200) {
      const caller = readCaller(request);
      note({ caller, operation, bytes: answer.body.length, ...units });
    }
    return answer;
  };
}

/** What of the data is asked; nothing of streams and of the tables themselves. */
function readOperation({ headers }: ProxiedRequest): string | undefined {
  const [service = '', operation] = String(headers['x-amz-target']).split('.');
  const isData =
    service.startsWith('DynamoDB_') && /Item|Query|Scan|Transact/.test(operation ?? '');
  return isData ? operation : undefined;
}
