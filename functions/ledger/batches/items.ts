// How batches are stored. The attributes that lists filter by are separate; the batch itself is one
// JSON text, because it keeps the request verbatim.
import type { Batch } from '../../domain/batches/batches.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { readCount, readText } from '../store/attributes.ts';

export function toBatchItem(tenant: string, batch: Batch): Item {
  const { id, version, ...others } = batch;
  return {
    ...keys.batch(tenant, id),
    batch_type: batch.type,
    batch_status: batch.status,
    version: BigInt(version),
    batch: JSON.stringify(others),
  };
}

export function fromBatchItem(item: Item): Batch {
  const others = JSON.parse(readText(item, 'batch')) as Omit<Batch, 'id' | 'version'>;
  return { ...others, id: item.SK, version: readCount(item, 'version') };
}
