// npm run generate: makes schemas/generated, client/generated and the pages of docs that are made of tables; with --check only compares.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { clientPaths } from '../tools/contract/client-paths.ts';
import { eventsPage } from '../tools/contract/events-page.ts';
import { exportFormatsPage } from '../tools/contract/export-formats-page.ts';
import { identityDocument } from '../tools/contract/identity-openapi.ts';
import { openApiDocument } from '../tools/contract/openapi.ts';
import { refusalsPage } from '../tools/contract/refusals-page.ts';
import { readSchemas } from '../tools/contract/schemas.ts';
import { statesPage } from '../tools/contract/states-page.ts';
import { typesFile } from '../tools/contract/type-declarations.ts';
import { validatorFiles } from '../tools/contract/validators.ts';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = 'schemas/generated';
const CLIENT = 'client/generated';

async function generate(): Promise<Map<string, string>> {
  const schemas = readSchemas();
  const validators = await validatorFiles(schemas);
  return new Map([
    ...[...validators].map(([file, text]): [string, string] => [`${GENERATED}/${file}`, text]),
    [`${GENERATED}/types.ts`, await typesFile(schemas)],
    [`${CLIENT}/ledger-paths.ts`, clientPaths('ledger')],
    [`${CLIENT}/workbench-paths.ts`, clientPaths('workbench')],
    documentFile('ledger', openApiDocument(schemas, 'ledger')),
    documentFile('workbench', openApiDocument(schemas, 'workbench')),
    documentFile('identity', identityDocument()),
    ['docs/export-formats.md', exportFormatsPage()],
    ['docs/refusals.md', refusalsPage()],
    ['docs/states.md', statesPage()],
    ['docs/events.md', eventsPage(schemas)],
  ]);
}

function documentFile(api: string, document: object): [string, string] {
  return [`${GENERATED}/openapi-${api}.json`, `${JSON.stringify(document, undefined, 2)}\n`];
}

function present(): string[] {
  return [GENERATED, CLIENT].flatMap((folder) =>
    globSync(`${folder}/**/*.*`, { cwd: ROOT }).map((file) => relative('.', file)),
  );
}

function stale(files: ReadonlyMap<string, string>): string[] {
  const orphans = present().filter((file) => !files.has(file));
  const changed = [...files].filter(([file, text]) => textOf(file) !== text).map(([file]) => file);
  return [...orphans, ...changed].sort();
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
}

function write(files: ReadonlyMap<string, string>): void {
  for (const folder of [GENERATED, CLIENT]) {
    rmSync(join(ROOT, folder), { recursive: true, force: true });
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(ROOT, file)), { recursive: true });
    writeFileSync(join(ROOT, file), text);
  }
}

// An option that is misspelt must not become a writing.
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = await generate();
if (values.check) {
  const wrong = stale(files);
  if (wrong.length > 0) {
    console.error(`Generated files are stale; run \`npm run generate\`:\n  ${wrong.join('\n  ')}`);
    process.exitCode = 1;
  }
} else {
  write(files);
  console.log(`${files.size} files generated`);
}
