import { getEvidenceTile } from '../../../schemas/generated/operations/get-evidence-tile.ts';
import { readPublishedTile } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';
import { openEvidenceLog } from './open-evidence-log.ts';

export const handler = operation(getEvidenceTile, async ({ path, session }) => {
  // Clients of OpenAPI documents encode the slashes of a parameter.
  const tile = path.tile.replaceAll(/%2f/gi, '/');
  const body = await readPublishedTile(await openEvidenceLog(session), tile);
  return { content: { mediaType: 'application/octet-stream', body, isImmutable: true } };
});
