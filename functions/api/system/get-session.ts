import { getSession } from '../../../schemas/generated/operations/get-session.ts';
import { readSettings } from '../../ledger/general-ledger/settings.ts';
import { operation } from '../../runtime/operation.ts';
import { toCallerSessionView } from '../../views/system/caller-session.ts';
import { readSessionNames } from './read-session-names.ts';

// A token may carry scopes that are no permissions, such as `openid`.
const PERMISSIONS = [getSession.row.permission].flat();

export const handler = operation(getSession, async ({ session, permissions, token }) => {
  if (!token) throw new Error('A session belongs to a token.');
  const [names, settings] = await Promise.all([readSessionNames(session), readSettings(session)]);
  const held = PERMISSIONS.filter((permission) => permissions.has(permission));
  return { body: toCallerSessionView({ session, token, names, settings, permissions: held }) };
});
