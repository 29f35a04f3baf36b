// Receipts that publish products and change rules, as the operations write them.
import { deflateRawSync } from 'node:zlib';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { toEventMembers } from '../../../functions/ledger/commit/receipt-events.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';

let count = 0;

/** A receipt with one event whose payload is the answer. */
export function buildReceipt(
  event: { type: string; aggregateId: string; version: number },
  payload: object,
  tenant = 'acme',
): Item {
  count += 1;
  const text = JSON.stringify(payload);
  const at = new Date(Date.UTC(2026, 0, 1) + count * 1_000);
  const id = `evt_${at.getTime().toString(16).padStart(12, '0')}-${count.toString().padStart(6, '0')}`;
  return {
    ...keys.receipt(tenant, `test-receipt-${count}`),
    operation: 'test',
    actor: 'ada',
    correlation_id: 'test',
    at: at.toISOString(),
    status: 201n,
    answer: deflateRawSync(text),
    ...toEventMembers([{ ...event, id, payloadAt: '' }], text),
  };
}

export function buildPublishedReceipt(id: string, version: number, config: object = {}): Item {
  const updated_at = `2026-01-0${version}T00:00:00.000Z`;
  const product = { id, type: 'CURRENT', config, version, updated_at };
  return buildReceipt({ type: 'product.published', aggregateId: id, version }, product);
}

export function buildRuleReceipt(
  verb: 'created' | 'updated' | 'deleted',
  id: string,
  version: number,
  rule: { product_id: string; enabled?: boolean },
): Item {
  return buildReceipt({ type: `rule.${verb}`, aggregateId: id, version }, { id, ...rule });
}
