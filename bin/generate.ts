// npm run generate: writes schemas/generated, client/generated, and the generated pages and vectors of docs/;
// with --check it only compares.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand } from '../commands/run-command.ts';
import { buildAcknowledgedRulesPage } from '../tools/contract/pages/acknowledged-rules-page.ts';
import { buildClientPaths } from '../tools/contract/client-paths.ts';
import { buildControllableOperations } from '../tools/contract/controllable-operations.ts';
import { buildEventsPage } from '../tools/contract/pages/events-page.ts';
import { buildEvidenceVectors } from '../tools/contract/evidence/evidence-vectors.ts';
import { buildExportFormatsPage } from '../tools/contract/pages/export-formats-page.ts';
import { buildIdentityDocument } from '../tools/contract/openapi/identity-openapi.ts';
import { buildOpenApiDocument } from '../tools/contract/openapi/openapi.ts';
import { buildRefusalCodes } from '../tools/contract/refusal-codes.ts';
import { buildRefusalsPage } from '../tools/contract/pages/refusals-page.ts';
import { readSchemas } from '../tools/contract/schemas.ts';
import { buildStatesPage } from '../tools/contract/pages/states-page.ts';
import { buildTypesFile } from '../tools/contract/type-declarations.ts';
import { buildValidatorFiles } from '../tools/contract/validators.ts';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = 'schemas/generated';
const CLIENT = 'client/generated';

async function generate(): Promise<Map<string, string>> {
  const schemas = readSchemas();
  const validators = await buildValidatorFiles(schemas);
  return new Map([
    ...[...validators].map(([file, text]): [string, string] => [`${GENERATED}/${file}`, text]),
    [`${GENERATED}/controllable-operations.ts`, buildControllableOperations()],
    [`${GENERATED}/types.ts`, await buildTypesFile(schemas)],
    [`${CLIENT}/ledger-paths.ts`, buildClientPaths(schemas, 'ledger')],
    [`${CLIENT}/workbench-paths.ts`, buildClientPaths(schemas, 'workbench')],
    [`${CLIENT}/refusal-codes.ts`, buildRefusalCodes()],
    documentFile('ledger', buildOpenApiDocument(schemas, 'ledger')),
    documentFile('workbench', buildOpenApiDocument(schemas, 'workbench')),
    documentFile('identity', buildIdentityDocument()),
    ['docs/acknowledged-rules.md', buildAcknowledgedRulesPage()],
    ['docs/export-formats.md', buildExportFormatsPage()],
    ['docs/refusals.md', buildRefusalsPage()],
    ['docs/states.md', buildStatesPage()],
    ['docs/events.md', buildEventsPage(schemas)],
    ...buildEvidenceVectors(),
  ]);
}

function documentFile(api: string, document: object): [string, string] {
  return [`${GENERATED}/openapi-${api}.json`, `${JSON.stringify(document, undefined, 2)}\n`];
}

function listGeneratedFiles(): string[] {
  return [GENERATED, CLIENT].flatMap((folder) =>
    globSync(`${folder}/**/*.*`, { cwd: ROOT }).map((file) => relative('.', file)),
  );
}

function listStaleFiles(files: ReadonlyMap<string, string>): string[] {
  const orphans = listGeneratedFiles().filter((file) => !files.has(file));
  const changed = [...files]
    .filter(([file, text]) => readText(file) !== text)
    .map(([file]) => file);
  return [...orphans, ...changed].sort();
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
}

function writeFiles(files: ReadonlyMap<string, string>): void {
  for (const folder of [GENERATED, CLIENT]) {
    rmSync(join(ROOT, folder), { recursive: true, force: true });
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(ROOT, file)), { recursive: true });
    writeFileSync(join(ROOT, file), text);
  }
}

const USAGE = `npm run generate -- [--check]

Writes the files that follow from the schemas and the operations: schemas/generated, client/generated,
and the generated pages and vectors of docs/. --check writes nothing and fails when one of them is stale.`;

const OPTIONS = { check: { type: 'boolean', default: false } } as const;
await runCommand({ usage: USAGE, options: OPTIONS }, async ({ check }) => {
  const files = await generate();
  if (!check) {
    writeFiles(files);
    return console.log(`${files.size} files generated`);
  }
  const wrong = listStaleFiles(files);
  if (wrong.length === 0) return;
  throw new Error(`Generated files are stale; run \`npm run generate\`:\n  ${wrong.join('\n  ')}`);
});
