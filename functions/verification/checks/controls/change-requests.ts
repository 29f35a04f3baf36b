// An applied change request has the receipt of its operation, which says the same of it, and no operation
// was carried out under the key of a request that is not applied.
import { changeRequestFields } from '../../../ledger/requests/change-items.ts';
import { buildChangeReceiptKey } from '../../../ledger/requests/change-receipts.ts';
import { readText } from '../../../ledger/store/attributes.ts';
import { isId } from '../../../ledger/store/ids.ts';
import type { StoredRecord } from '../../check.ts';
import { NO_RECORD } from '../../difference.ts';
import { buildPairingCheck } from '../../fact-pairing.ts';
import type { Fact } from '../../fact-pairing.ts';
import { formatMembers } from '../../records/member-texts.ts';
import { readReceiptContent } from '../../records/receipt-content.ts';
import { readIdempotencyKey } from '../../records/record-names.ts';

export const changeRequests = buildPairingCheck({
  name: 'change-requests',
  record: { kinds: ['CHG'], listFacts: listRequestFacts },
  witness: { kinds: ['RCP'], listFacts: listReceiptFacts },
});

function listRequestFacts({ tenant, item }: StoredRecord): Fact[] {
  const request = changeRequestFields.fromItem(item);
  if (request.status !== 'APPLIED') return [];
  const { operation, requestedBy, correlationId, result, decidedAt = '' } = request;
  const members = { operation, requested_by: requestedBy, correlation_id: correlationId, result };
  return [
    {
      name: buildChangeReceiptKey(tenant, request.id).PK,
      since: decidedAt,
      kind: 'change_request',
      id: request.id,
      place: item,
      claims: formatMembers(members),
      alone: { field: 'receipt', stored: NO_RECORD, derived: 'a receipt of its operation' },
    },
  ];
}

function listReceiptFacts({ tenant, item }: StoredRecord): Fact[] {
  const key = readIdempotencyKey(item);
  const id = key.slice(1);
  if (!key.startsWith('!') || !isId('chg', id)) return [];
  const { operation, answer: result } = readReceiptContent(tenant, item);
  const members = {
    operation,
    requested_by: readText(item, 'actor'),
    correlation_id: readText(item, 'correlation_id'),
    result,
  };
  return [
    {
      name: item.PK,
      since: readText(item, 'at'),
      kind: 'receipt',
      id: key,
      place: item,
      claims: formatMembers(members),
      alone: { field: 'request', stored: id, derived: 'a change request that is APPLIED' },
    },
  ];
}
