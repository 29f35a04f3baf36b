// npm run --silent token -- USERNAME: prints an access token of the operator and nothing else.
import { parseArgs } from 'node:util';
import { fetchAccessToken } from '../commands/token/access-token.ts';
import {
  signInFlags,
  buildSignInOptions,
  readLocalStack,
} from '../commands/token/sign-in-flags.ts';

const USAGE = `npm run --silent token -- USERNAME

Signs in at the stack that \`npm start\` runs (--stack FILE: its stack.json), with the password of the
demo operator; for another operator it prompts for the password. For another service:

  npm run --silent token -- USERNAME --auth-url URL --client-id ID --redirect-uri URI`;

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...signInFlags, help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(USAGE);
  const [username] = positionals;
  if (username === undefined) throw new Error(USAGE);
  console.log(
    await fetchAccessToken(await buildSignInOptions(username, values, readLocalStack(values))),
  );
}
