import { listWorkflowVersions } from '../../../schemas/generated/operations/list-workflow-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(listWorkflowVersions, ({ path, query, session, after }) =>
  readVersionPage(
    session,
    { noun: 'workflow', id: [path.workflowId] },
    { after, limit: query.limit },
  ),
);
