import { getPastEvidenceCheckpoint } from '../../../schemas/generated/operations/get-past-evidence-checkpoint.ts';
import { NOTE_MEDIA_TYPE } from '../../domain/evidence/signed-note.ts';
import { readPastCheckpoint } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';
import { openEvidenceLog } from './open-evidence-log.ts';

export const handler = operation(getPastEvidenceCheckpoint, async ({ path, session }) => {
  const body = await readPastCheckpoint(await openEvidenceLog(session), path.size);
  return { content: { mediaType: NOTE_MEDIA_TYPE, body, isImmutable: true } };
});
