import { listOperators } from '../../../schemas/generated/operations/list-operators.ts';
import { refuseIf } from '../../domain/refusals/refusals.ts';
import { operation } from '../../runtime/operation.ts';
import { findOperatorViews, listOperatorViews } from './read-directory.ts';

/** Who may read the whole directory. Any other caller learns the names of ids that it has. */
const DIRECTORY_PERMISSIONS = ['finance.read', 'compliance.operate', 'audit.read'] as const;

export const handler = operation(
  listOperators,
  async ({ query: { ids, limit }, session, permissions, after }) => {
    const canList = DIRECTORY_PERMISSIONS.some((permission) => permissions.has(permission));
    if (ids !== undefined) return findOperatorViews(session, ids, { after, limit, canList });
    refuseIf(
      !canList,
      'permission_denied',
      `Without ids, this needs the permission ${DIRECTORY_PERMISSIONS.join(' or ')}.`,
    );
    return listOperatorViews(session, after, limit);
  },
);
