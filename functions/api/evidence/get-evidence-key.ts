import { getEvidenceKey } from '../../../schemas/generated/operations/get-evidence-key.ts';
import { NOTE_MEDIA_TYPE } from '../../domain/evidence/signed-note.ts';
import { readPublishedState } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';

export const handler = operation(getEvidenceKey, async ({ session }) => {
  const { verifierKey } = await readPublishedState(session);
  return { content: { mediaType: NOTE_MEDIA_TYPE, body: `${verifierKey}\n` } };
});
