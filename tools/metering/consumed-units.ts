// The units that DynamoDB reports for a request.
import type { BufferedAnswer, ProxiedRequest, ProxiedService } from '../../local/http/proxy.ts';

export interface ConsumedUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number;
}

export interface MeteredAnswer {
  readonly answer: BufferedAnswer;
  readonly units: ConsumedUnits;
}

/** Has the store carry the request out and report what it consumed. */
export async function carryOutMetered(
  service: ProxiedService,
  request: Omit<ProxiedRequest, 'body'> & { readonly body: object },
  operation: string,
): Promise<MeteredAnswer> {
  const body = JSON.stringify({ ...request.body, ReturnConsumedCapacity: 'TOTAL' });
  const answer = await service.carryOut({ ...request, body });
  return { answer, units: readConsumedUnits(operation, answer.body.toString()) };
}

/** The units in the answer to a request with `ReturnConsumedCapacity`. */
function readConsumedUnits(operation: string, answer: string): ConsumedUnits {
  const { ConsumedCapacity: consumed } = JSON.parse(answer) as {
    ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
  };
  const units = [consumed ?? []]
    .flat()
    .reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0);
  const isWrite = /Write|Put|Update|Delete/.test(operation);
  return { readUnits: isWrite ? 0 : units, writeUnits: isWrite ? units : 0 };
}
