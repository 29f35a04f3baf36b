// npm run build:client: builds the client package, which `npm pack ./client` packs.
import { join } from 'node:path';
import { runCommand } from '../commands/run-command.ts';
import { buildPackage } from '../tools/package/build-package.ts';

const USAGE = `npm run build:client -- [--out FOLDER]

Writes the code and the types of the package @countinghouse/client. \`npm pack ./client\` does it by itself
(docs/client.md).

  --out FOLDER   the folder (default: client/dist)`;

const FOLDER = join(import.meta.dirname, '../client/dist');
const OPTIONS = { out: { type: 'string', default: FOLDER } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, ({ out }) => buildPackage(out));
