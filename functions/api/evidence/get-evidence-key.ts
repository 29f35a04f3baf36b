import { getEvidenceKey } from '../../../schemas/generated/operations/get-evidence-key.ts';
import { readPublishedState } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';

export const handler = operation(getEvidenceKey, async ({ session }) => {
  const { verifierKey } = await readPublishedState(session);
  return { content: { mediaType: 'text/plain; charset=utf-8', body: `${verifierKey}\n` } };
});
