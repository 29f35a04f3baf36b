import { getEvidenceCheckpoint } from '../../../schemas/generated/operations/get-evidence-checkpoint.ts';
import { readNewestCheckpoint } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';
import { NOTE_MEDIA_TYPE, openEvidenceLog } from './open-evidence-log.ts';

export const handler = operation(getEvidenceCheckpoint, async ({ session }) => {
  const body = await readNewestCheckpoint(await openEvidenceLog(session));
  return { content: { mediaType: NOTE_MEDIA_TYPE, body } };
});
