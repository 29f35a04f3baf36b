import { getEvidenceCheckpoint } from '../../../schemas/generated/operations/get-evidence-checkpoint.ts';
import { NOTE_MEDIA_TYPE } from '../../domain/evidence/signed-note.ts';
import { readNewestCheckpoint } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';
import { openEvidenceLog } from './open-evidence-log.ts';

export const handler = operation(getEvidenceCheckpoint, async ({ session }) => {
  const body = await readNewestCheckpoint(await openEvidenceLog(session));
  return { content: { mediaType: NOTE_MEDIA_TYPE, body } };
});
