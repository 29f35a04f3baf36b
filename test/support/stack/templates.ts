import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '../../../local/cloudformation/assemble.ts';
import type { AssembleOptions } from '../../../local/cloudformation/assemble.ts';
import { readErrorCode } from '../../../local/http/error-code.ts';

export interface TemplateResourceView {
  readonly Type: string;
  readonly Properties: any; // oxlint-disable-line typescript/no-explicit-any
  readonly DeletionPolicy?: string;
}

export interface SynthesizedTemplates {
  /** The resources of each template, nested ones included. */
  readonly files: ReadonlyMap<string, Record<string, TemplateResourceView>>;
  /** The resources of a type, in all stacks or in the named one with its nested stacks. */
  ofType(type: string, stack?: string): TemplateResourceView[];
}

/** The console of the synthesized stages. */
export const CONSOLE_ORIGIN = 'http://localhost:4020';

/** Synthesizes the templates of the stage, with a console. */
export async function synthesizeTemplates(stage: string): Promise<SynthesizedTemplates> {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-template-'));
  await assembleOnce({ output: folder, context: { stage, consoleOrigin: CONSOLE_ORIGIN } });
  const files = new Map<string, Record<string, TemplateResourceView>>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.template.json'))) {
    const { Resources } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      Resources: Record<string, TemplateResourceView>;
    };
    files.set(file, Resources);
  }
  rmSync(folder, { recursive: true });
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
 * As `assemble`, but the first process of the run that needs an assembly synthesizes it while the others
 * wait: they would take the same seconds of the same processor.
 */
export async function assembleOnce(options: AssembleOptions): Promise<void> {
  const digest = createHash('sha256').update(JSON.stringify(options.context)).digest('hex');
  const started = join(process.env['TEST_RUN_FOLDER'] ?? '', `assembly-${digest}`);
  const ended = `${started}.ended`;
  try {
    writeFileSync(started, '', { flag: 'wx' });
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
    while (!existsSync(ended)) await sleep(50);
    await assemble(options);
    return;
  }
  try {
    await assemble(options);
  } finally {
    writeFileSync(ended, '');
  }
}
