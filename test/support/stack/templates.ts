import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '../../../local/cloudformation/assemble.ts';
import { readErrorCode } from '../../../local/http/error-code.ts';

export interface TemplateResourceView {
  readonly Type: string;
  readonly Properties: any; // oxlint-disable-line typescript/no-explicit-any
  readonly DeletionPolicy?: string;
  readonly DependsOn?: string | readonly string[];
}

export interface SynthesizedTemplates {
  /** The resources of each template, nested ones included. */
  readonly files: ReadonlyMap<string, Record<string, TemplateResourceView>>;
  /** The resources of a type, in all stacks or in the named one with its nested stacks. */
  ofType(type: string, stack?: string): TemplateResourceView[];
}

/** The console of the synthesized stages. */
export const CONSOLE_ORIGIN = 'http://localhost:4020';

/** The web ACL of the synthesized stages. */
export const WEB_ACL = 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/bank/0a1b';

/** The tenants of the synthesized stages with a limit of their own. */
export const OWN_LIMITS = {
  aurora: { requestsPerSecond: 50, burst: 75 },
  borealis: { requestsPerSecond: 60, burst: 80, prepared: true },
};

/** Synthesizes the templates of a stage without a file, with a console and a canary, and behind a web ACL. */
export async function synthesizeTemplates(stage: string): Promise<SynthesizedTemplates> {
  const tenants = { ownLimits: OWN_LIMITS };
  const settings = { consoleOrigin: CONSOLE_ORIGIN, webAcl: WEB_ACL, tenants, canary: 'watches' };
  const folder = await assembleForRun({ stage, settings, settingsAlone: true });
  const files = new Map<string, Record<string, TemplateResourceView>>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.template.json'))) {
    const { Resources } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      Resources: Record<string, TemplateResourceView>;
    };
    files.set(file, Resources);
  }
  return {
    files,
    ofType: (type, stack = '') =>
      [...files]
        .filter(
          ([file]) =>
            file.startsWith(`countinghouse${stage}${stack}`) ||
            file.startsWith(`countinghouse-${stage}-${stack}`),
        )
        .flatMap(([, resources]) => Object.values(resources))
        .filter(({ Type }) => Type === type),
  };
}

/**
 * Assembles into a folder that all processes of the run share: the first that needs it synthesizes or links the
 * thousands of files of its bundles, and may change its templates; the others wait. Nothing writes into it later.
 */
export async function assembleForRun(
  context: Record<string, unknown>,
  change: (folder: string) => void = () => undefined,
): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(context)).digest('hex');
  const output = join(process.env['TEST_RUN_FOLDER'] ?? '', `assembly-${digest}`);
  const [started, ended] = [`${output}.started`, `${output}.ended`];
  if (takeTurn(started)) {
    let fault = '';
    try {
      await assemble({ output, context });
      change(output);
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    writeFileSync(`${ended}.unfinished`, fault);
    renameSync(`${ended}.unfinished`, ended);
  }
  while (!existsSync(ended)) await sleep(50);
  const fault = readFileSync(ended, 'utf8');
  if (fault !== '') throw new Error(fault);
  return output;
}

/** Whether this process is the first to ask. */
function takeTurn(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}
