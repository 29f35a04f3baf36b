// What DynamoDB says that a request has consumed.

export interface ConsumedUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number;
}

/** The units of an answer to a request that asked for them (`ReturnConsumedCapacity`). */
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
