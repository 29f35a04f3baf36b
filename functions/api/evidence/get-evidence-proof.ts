import { getEvidenceProof } from '../../../schemas/generated/operations/get-evidence-proof.ts';
import { NOTE_MEDIA_TYPE } from '../../domain/evidence/signed-note.ts';
import { findEntryLeaf, findReceiptLeaf } from '../../evidence/published/find-receipt.ts';
import { proveLeaf } from '../../evidence/published/prove-leaf.ts';
import { operation } from '../../runtime/operation.ts';
import { openEvidenceLog } from './open-evidence-log.ts';
import { readReceiptTime } from './read-receipt-time.ts';

export const handler = operation(getEvidenceProof, async ({ path, query, session }) => {
  const { id } = path;
  const at = id.startsWith('rcp_') ? readReceiptTime(query) : undefined;
  const log = await openEvidenceLog(session);
  const leaf =
    at === undefined ? await findEntryLeaf(session, log, id) : await findReceiptLeaf(log, id, at);
  const body = await proveLeaf(log, leaf);
  return { content: { mediaType: NOTE_MEDIA_TYPE, body, filename: `${id}.tlog-proof` } };
});
