import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../../local/cloudformation/assemble.ts';

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

/** Synthesizes the templates of the stage. */
export async function synthesizeTemplates(stage: string): Promise<SynthesizedTemplates> {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-template-'));
  await assemble({ output: folder, context: { stage } });
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
