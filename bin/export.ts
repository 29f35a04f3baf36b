// npm run export -- USERNAME …: requests a regulatory export, waits for it, downloads and checks it.
import { workbenchClient } from '../client/client.ts';
import type { Batch, RequestRegulatoryExport } from '../client/client.ts';
import { checkArtifact } from '../commands/artifact-check/check-artifact.ts';
import type { CheckFindings } from '../commands/artifact-check/check-findings.ts';
import { formatVerdict, toVerdictJson } from '../commands/artifact-check/verdict.ts';
import { confirmExportFormat } from '../commands/export/confirm-format.ts';
import type { ConfirmedFormat } from '../commands/export/confirm-format.ts';
import { buildExportKey } from '../commands/export/export-key.ts';
import { waitForExport, requestExport } from '../commands/export/wait-for-export.ts';
import { downloadExport } from '../commands/export/export-files.ts';
import type { ArtifactSource } from '../commands/export/export-files.ts';
import { progressLine } from '../commands/progress-line.ts';
import { JSON_FLAG, JSON_USAGE, requireFlags, UsageError } from '../commands/command-definition.ts';
import { buildToken } from '../commands/countinghouse/connection.ts';
import { runCommand } from '../commands/run-command.ts';
import { PROFILE_USAGE } from '../commands/selection/select-stage.ts';
import type { CommandFlags } from '../commands/command-definition.ts';
import { cacheToken } from '../commands/token/token-cache.ts';
import {
  SIGN_IN_FLAGS,
  buildSignInOptions,
  selectService,
} from '../commands/token/sign-in-flags.ts';

const USAGE = `npm run export -- USERNAME --from DAY --to DAY --code CODE --retention DAY [flags]
npm run export -- [USERNAME] --profile NAME --from DAY --to DAY --code CODE --retention DAY [flags]

Requests an export of the journal, waits for its end, downloads the file with its manifest and checks
them (docs/exports.md). Run again, it continues with the same export. With --profile and without USERNAME
it does so as who has signed in with \`countinghouse login\`.

  --from, --to DAY the period, as 2026-10-01
  --code CODE      the legal basis, as FEC-552100554
  --retention DAY  the last day on which it cannot be deleted
  --format csv|fec the format; asked for when the service does not know the code
  --encoding NAME  the character set of a FEC: UTF-8, ISO-8859-15 or US-ASCII
  --folder FOLDER  the folder for the files (default: exports)
  --key KEY        a new export of the same period, for example after a failure
  --workbench-url URL
                   with --auth-url, --client-id and --redirect-uri: another service
${PROFILE_USAGE}
${JSON_USAGE}`;

const EXIT_CODES = { 0: 'sound', 1: 'failed or not sound' };

const OPTIONS = {
  ...SIGN_IN_FLAGS,
  ...JSON_FLAG,
  'workbench-url': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  code: { type: 'string' },
  retention: { type: 'string' },
  format: { type: 'string' },
  encoding: { type: 'string' },
  folder: { type: 'string', default: 'exports' },
  key: { type: 'string' },
} as const;

const progress = progressLine(process.stderr);
await runCommand(
  { usage: USAGE, options: OPTIONS, takesWords: true, progress, exitCodes: EXIT_CODES },
  run,
);

interface ExportOrder {
  readonly body: RequestRegulatoryExport;
  readonly key: string;
}

async function run(flags: CommandFlags<typeof OPTIONS>, words: string[]): Promise<void> {
  const [username, ...others] = words;
  if (others.length > 0 || (username === undefined && flags.profile === undefined)) {
    throw new UsageError('Give the name of one operator.');
  }
  const body = parseRequest(flags);
  const service = await selectService(flags);
  const workbenchUrl = flags['workbench-url'] ?? service.workbench_url;
  if (workbenchUrl === undefined) throw new UsageError('Another service needs --workbench-url.');
  const order = buildOrder(body, await confirmExportFormat(body), flags.key);
  const token =
    username === undefined
      ? buildToken(service, {})
      : cacheToken(await buildSignInOptions(username, service));
  const client = workbenchClient({ baseUrl: workbenchUrl, token });

  const { batchId } = await requestExport(client, order.body, order.key);
  const batch = await waitForExport(client, batchId, progress.show);
  progress.end();
  const isComplete = batch.status === 'COMPLETED';
  const source = { workbenchUrl, batchId, token };
  const checked = isComplete ? await fetchAndCheck(source, flags.folder) : undefined;
  if (!isComplete || (checked && checked.verdict.differenceCount > 0)) process.exitCode = 1;
  if (flags.json) console.log(formatExportJson(batch, checked));
  else printExport(batch, checked);
}

interface CheckedExport {
  readonly files: readonly string[];
  readonly verdict: CheckFindings;
}

interface ExportFlags {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly code?: string | undefined;
  readonly retention?: string | undefined;
  readonly format?: string | undefined;
  readonly encoding?: string | undefined;
}

function parseRequest(flags: ExportFlags): RequestRegulatoryExport {
  const { from, to, code, retention } = requireFlags(flags, ['from', 'to', 'code', 'retention']);
  // The service refuses a format or character set that it does not know.
  const format = flags.format as RequestRegulatoryExport['format'];
  const encoding = flags.encoding as RequestRegulatoryExport['encoding'];
  return {
    period_from: from,
    period_to: to,
    legal_basis_code: code,
    retention_until: retention,
    ...(format !== undefined && { format }),
    ...(encoding !== undefined && { encoding }),
  };
}

function buildOrder(
  request: RequestRegulatoryExport,
  { requested }: ConfirmedFormat,
  key?: string,
): ExportOrder {
  const { legal_basis_code: code, period_from: from, period_to: to, encoding } = request;
  const format = requested as RequestRegulatoryExport['format'];
  return {
    body: { ...request, ...(format !== undefined && { format }) },
    key: key ?? buildExportKey([code, from, to, format, encoding]),
  };
}

function formatExportJson(batch: Batch, checked: CheckedExport | undefined): string {
  const { files, verdict } = checked ?? {};
  return JSON.stringify({ batch, files, ...(verdict && toVerdictJson(verdict)) }, undefined, 2);
}

function printExport(batch: Batch, checked: CheckedExport | undefined): void {
  printBatch(batch);
  if (checked === undefined) return;
  console.log(checked.files.join('\n'));
  console.log(formatVerdict(checked.verdict));
}

function printBatch({ batchId, created_at, status, ...batch }: Batch): void {
  const { failure_reason, control_totals, format_reason } = batch;
  console.log(`${batchId}, requested at ${created_at}: ${status}`);
  if (format_reason !== undefined) console.log(`  format: ${format_reason}`);
  for (const [name, value] of Object.entries(control_totals ?? {})) {
    console.log(`  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  if (status !== 'FAILED') return;
  console.error(`${failure_reason}\nOnce the cause is fixed, request it again with another --key.`);
}

async function fetchAndCheck(source: ArtifactSource, folder: string): Promise<CheckedExport> {
  const files = await downloadExport(source, folder, progress.show);
  const { file, manifest, signature, description } = files;
  const verdict = await checkArtifact(file, manifest, progress.show);
  progress.end();
  const written = [file, manifest, signature, description].filter((name) => name !== undefined);
  return { files: written, verdict };
}
