// The units that DynamoDB reports for a request.

export interface ConsumedUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number;
}

/** The units in the answer to a request with `ReturnConsumedCapacity`. */
export function readConsumedUnits(operation: string, answer: string): ConsumedUnits {
  const { ConsumedCapacity: consumed } = JSON.parse(answer) as {
    ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
  };
  const units = [consumed ?? []]
    .flat()
    .reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0);
  const isWrite = /Write|Put|Update|Delete/.test(operation);
  return { readUnits: isWrite ? 0 : units, writeUnits: isWrite ? units : 0 };
}
