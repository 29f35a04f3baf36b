// The commands for regulatory exports and for the evidence log.
import type { Command } from 'commander';
import { iterateItems, requireData } from '../../client/client.ts';
import type { Batch, RequestRegulatoryExport } from '../../client/client.ts';
import { downloadExport } from '../export/export-files.ts';
import { buildExportKey } from '../export/export-key.ts';
import { requestExport, waitForExport } from '../export/wait-for-export.ts';
import { progressLine } from '../progress-line.ts';
import { buildToken, connect, selectStage } from './connection.ts';
import type { SelectionFlags } from './connection.ts';
import { printRecord, printRecords, takeItems } from './command-output.ts';
import { defineCommand, defineList, defineMutation } from './define-command.ts';
import type { ListFlags, MutationFlags } from './define-command.ts';

interface RegulatoryExportFlags extends MutationFlags {
  readonly from: string;
  readonly to: string;
  readonly code: string;
  readonly retention: string;
  readonly format?: RequestRegulatoryExport['format'];
}

interface ProofFlags extends SelectionFlags {
  readonly at?: string;
}

/** `exports` and `evidence`. */
export function buildWorkbenchCommands(): Command[] {
  const exports = defineList('exports', 'list regulatory exports').action(listExports);
  exports.addCommand(
    defineMutation('request', 'request an export and wait for its end')
      .requiredOption('--from <day>', 'the first day, as 2026-10-01')
      .requiredOption('--to <day>', 'the last day')
      .requiredOption('--code <code>', 'the legal basis, as FEC-552100554')
      .requiredOption('--retention <day>', 'the last day on which it cannot be deleted')
      .option('--format <format>', 'csv or fec')
      .action(request),
  );
  exports.addCommand(
    defineCommand('download <batch>', 'download an export with its manifest and signature')
      .option('--folder <folder>', 'the folder for the files', 'exports')
      .action(download),
  );
  const evidence = defineCommand('evidence', 'read the evidence log');
  evidence.addCommand(
    defineCommand('checkpoint', 'print the newest signed checkpoint').action((_, command) =>
      printEvidence('/api/evidence/checkpoint', command),
    ),
  );
  evidence.addCommand(
    defineCommand('key', 'print the verifier key of the log').action((_, command) =>
      printEvidence('/api/evidence/key', command),
    ),
  );
  evidence.addCommand(
    defineCommand('proof <id>', 'print the proof of a journal entry or receipt')
      .option('--at <time>', 'the time of a receipt')
      .action(printProof),
  );
  return [exports, evidence];
}

async function listExports(flags: ListFlags): Promise<void> {
  const { workbench } = connect(flags);
  const items = iterateItems((cursor) =>
    workbench.GET('/api/legacy-batches', { params: { query: { cursor } } }),
  );
  const isExport = ({ type }: Batch) => type === 'REGULATORY_EXPORT';
  const exports = await takeItems(filterItems(items, isExport), flags.limit);
  const toRow = ({ batchId, status, created_at, request: body }: Batch) => [
    batchId,
    status,
    created_at,
    ...['legal_basis_code', 'period_from', 'period_to'].map((name) => String(body[name])),
  ];
  printRecords(exports, toRow, flags);
}

async function* filterItems<Item>(
  items: AsyncIterable<Item>,
  matches: (item: Item) => boolean,
): AsyncGenerator<Item> {
  for await (const item of items) if (matches(item)) yield item;
}

async function request(_: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<RegulatoryExportFlags>();
  const { workbench } = connect(flags);
  const { from, to, code, retention, format, key } = flags;
  const body = {
    period_from: from,
    period_to: to,
    legal_basis_code: code,
    retention_until: retention,
    ...(format !== undefined && { format }),
  };
  const progress = progressLine(process.stderr);
  const usualKey = buildExportKey([code, from, to, format]);
  const { batchId } = await requestExport(workbench, body, key ?? usualKey);
  const batch = await waitForExport(workbench, batchId, progress.show);
  progress.end();
  printRecord(batch, () => `${batchId} ${batch.status}`, flags);
  if (batch.status === 'FAILED') throw new Error(batch.failure_reason ?? 'The export failed.');
}

async function download(batchId: string, _: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<SelectionFlags & { readonly folder: string }>();
  const stage = selectStage(flags);
  const source = { workbenchUrl: stage.workbench_url, batchId, token: buildToken(stage, flags) };
  const progress = progressLine(process.stderr);
  const files = await downloadExport(source, flags.folder, progress.show);
  progress.end();
  printRecord(files, () => Object.values(files).join('\n'), flags);
}

async function printEvidence(
  path: '/api/evidence/checkpoint' | '/api/evidence/key',
  command: Command,
): Promise<void> {
  const { workbench } = connect(command.optsWithGlobals<SelectionFlags>());
  process.stdout.write(await requireData(workbench.GET(path, { parseAs: 'text' })));
}

async function printProof(id: string, _: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<ProofFlags>();
  const { workbench } = connect(flags);
  const query = flags.at === undefined ? {} : { at: flags.at };
  const params = { path: { id }, query };
  const call = workbench.GET('/api/evidence/proofs/{id}', { params, parseAs: 'text' });
  process.stdout.write(await requireData(call));
}
