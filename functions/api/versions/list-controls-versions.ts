import { listControlsVersions } from '../../../schemas/generated/operations/list-controls-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(listControlsVersions, ({ query, session, after }) =>
  readVersionPage(session, { noun: 'controls', id: [] }, { after, limit: query.limit }),
);
