// What the rule packs of cdk-nag find in a stage, as at every deployment.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface RuleViolation {
  readonly ruleName: string;
  readonly violatingConstructs: readonly { readonly constructPath?: string }[];
}

interface PackReport {
  readonly pluginName: string;
  readonly violations: readonly RuleViolation[];
}

export interface StageFindings {
  /** Findings that are not acknowledged, as `rule path`. */
  readonly open: readonly string[];
  /** The packs whose results the report has: AWS Solutions is among them only with an open finding. */
  readonly packs: readonly string[];
}

const ROOT = join(import.meta.dirname, '../../..');
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Synthesizes the stage as for a deployment. Throws if that fails for another reason than a finding. */
export async function findOpenFindings(context: Record<string, unknown>): Promise<StageFindings> {
  const output = mkdtempSync(join(tmpdir(), 'findings-'));
  try {
    const fault = await synthesize(output, context);
    const file = join(output, 'validation-report.json');
    if (!existsSync(file)) throw fault ?? new Error('No rule pack was run.');
    const reports = readReports(file);
    const open = reports.flatMap(({ violations }) => violations.flatMap(listConstructs));
    if (fault !== undefined && open.length === 0) throw fault;
    return { open, packs: reports.map(({ pluginName }) => pluginName) };
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** Returns how it failed. */
async function synthesize(output: string, own: Record<string, unknown>): Promise<unknown> {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as {
    readonly context: object;
  };
  const all = { ...context, 'aws:cdk:disable-asset-staging': true, ...own };
  const env = { ...process.env, CDK_OUTDIR: output, CDK_CONTEXT_JSON: JSON.stringify(all) };
  const options = { cwd: ROOT, env, maxBuffer: OUTPUT_BYTES_MAX };
  return promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bin', 'countinghouse.ts')],
    options,
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
}

function readReports(file: string): readonly PackReport[] {
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly pluginReports: readonly PackReport[];
  };
  return pluginReports;
}

function listConstructs({ ruleName, violatingConstructs }: RuleViolation): string[] {
  return violatingConstructs.map(({ constructPath = '' }) => `${ruleName} ${constructPath}`);
}
