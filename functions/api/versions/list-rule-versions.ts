import { listRuleVersions } from '../../../schemas/generated/operations/list-rule-versions.ts';
import { operation } from '../../runtime/operation.ts';
import { readVersionPage } from './read-version-page.ts';

export const handler = operation(listRuleVersions, ({ path, query, session, after }) =>
  readVersionPage(
    session,
    { noun: 'rule', id: [path.productId, path.ruleId] },
    { after, limit: query.limit },
  ),
);
