// Who the trail of a local stack names as the administrator.
import { userInfo } from 'node:os';
import { expect, test } from '@jest/globals';
import { openLocalAdministration } from '../../commands/administration/connect.ts';
import { readActor } from '../../commands/sealing/connect.ts';

/** No system has a name for it. */
const NAMELESS = 54_321;

/** The actors of `npm start`, of `npm run admin` and of `npm run evidence`. */
async function listActors(): Promise<string[]> {
  const identity = { table: 'identity', endpoint: 'http://localhost:1' };
  return [openLocalAdministration({ identity }).actor, await readActor(undefined)];
}

test('the user of this machine', async () => {
  const own = `local:${userInfo().username}`;

  expect(await listActors()).toEqual([own, own]);
});

// As a container runs with a user of its own; only root can become one.
test('a user without a name has a number', async () => {
  const uid = process.geteuid?.();
  if (uid === 0) process.seteuid?.(NAMELESS);
  const actors = await listActors().finally(() => uid === 0 && process.seteuid?.(uid));

  const own = uid === 0 ? `local:${NAMELESS}` : `local:${userInfo().username}`;
  expect(actors).toEqual([own, own]);
});
