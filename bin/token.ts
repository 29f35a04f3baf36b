// npm run --silent token -- USERNAME: prints an access token of the operator and nothing else.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readStackFile, type StackFile } from '../lib/administration/connect.ts';
import { readPassword } from '../lib/administration/read-password.ts';
import { accessToken } from '../lib/token/access-token.ts';

const usage = `npm run --silent token -- USERNAME

Signs in at the stack that \`npm start\` runs (--stack FILE: its stack.json), with the password of the
demo operator; of another operator the password is asked for. At another place:

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
    options: {
      stack: { type: 'string', default: join(import.meta.dirname, '../.local/stack.json') },
      'auth-url': { type: 'string' },
      'client-id': { type: 'string' },
      'redirect-uri': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const [username] = positionals;
  if (username === undefined) throw new Error(usage);
  const here = values['auth-url'] === undefined ? readStackFile(values.stack) : undefined;
  const token = await accessToken({
    authUrl: values['auth-url'] ?? here?.auth_url ?? '',
    clientId: values['client-id'] ?? here?.client_id ?? '',
    redirectUri: values['redirect-uri'] ?? here?.redirect_uri ?? '',
    username,
    password: demoPassword(here, username) ?? (await readPassword()),
  });
  console.log(token);
}

function demoPassword(stack: StackFile | undefined, username: string): string | undefined {
  return stack?.operators.find((operator) => operator.username === username)?.password;
}
