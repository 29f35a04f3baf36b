import { getEvidenceKey } from '../../../schemas/generated/operations/get-evidence-key.ts';
import { operation } from '../../runtime/operation.ts';
import { NOTE_MEDIA_TYPE, openEvidenceLog } from './open-evidence-log.ts';

export const handler = operation(getEvidenceKey, async ({ session }) => {
  const { verifierKey } = await openEvidenceLog(session);
  return { content: { mediaType: NOTE_MEDIA_TYPE, body: `${verifierKey}\n` } };
});
