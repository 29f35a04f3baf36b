// npm run admin: manages tenants, operators, clients and schedules, locally or with --stage on AWS.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commands } from '../commands/administration/commands.ts';
import {
  openLocalAdministration,
  openStageAdministration,
  readStackFile,
} from '../commands/administration/connect.ts';

const STACK_FILE = join(import.meta.dirname, '../.local/stack.json');

const USAGE = `npm run admin -- COMMAND [--stage STAGE]

${Object.entries(commands)
  .map(([name, command]) => `  ${name} ${command.usage}`.trimEnd())
  .join('\n')}

Without --stage it administers the stack that \`npm start\` runs (--stack FILE: its stack.json);
with it, the stage of that name, under your own AWS credentials.`;

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
      stage: { type: 'string' },
      stack: { type: 'string', default: STACK_FILE },
      help: { type: 'boolean', default: false },
      name: { type: 'string' },
      tenant: { type: 'string' },
      service: { type: 'boolean' },
      'redirect-uri': { type: 'string', multiple: true },
      'logout-uri': { type: 'string', multiple: true },
      'overlap-hours': { type: 'string' },
      code: { type: 'string' },
      'retention-years': { type: 'string' },
    },
  });
  const [noun = '', verb = '', ...words] = positionals;
  const command = commands[`${noun} ${verb}`];
  if (values.help) return console.log(USAGE);
  if (command === undefined || words.length < command.words) throw new Error(USAGE);
  const administration =
    values.stage === undefined
      ? openLocalAdministration(readStackFile(values.stack))
      : await openStageAdministration(values.stage);
  console.log(await command.run(administration, words, values));
}
