// Finds the file of the stage that is deployed.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Node } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

const FOLDER = join(import.meta.dirname, '../../stages');

/** The property of each value that was a context value before there were stage files. */
export const FORMER_FLAGS: Readonly<Record<string, string>> = {
  issuers: 'issuers',
  authUrl: 'authUrl',
  consoleDomain: 'domain.console',
  consoleCertificate: 'consoleCertificate',
  consoleOrigin: 'consoleOrigin',
  logsBuckets: 'logsBuckets',
  alarmEmail: 'alarms.email',
  ownLimits: 'tenants.ownLimits',
  tenantLimits: 'tenants.limits',
  reservedConcurrency: 'reservedConcurrency',
  webAcl: 'webAcl',
  costCentre: 'costCentre',
  backup: 'backup',
  shiftTraffic: 'shiftTraffic',
  replicas: 'replicas',
  evidenceHost: 'evidenceHost',
  witnesses: 'witnesses',
};

export interface NamedSettings {
  readonly namePrefix: string;
  readonly settings: StageSettings;
}

/**
 * Reads the file of the stage that the context value `stage` names; by default production, so that a forgotten flag
 * leaves nothing unprotected. Programs can replace single settings by the context value `settings`, an object, or,
 * with `settingsAlone`, give all of them: then no file is read.
 */
export async function readStageFile(node: Node): Promise<NamedSettings> {
  const stage: unknown = node.tryGetContext('stage') ?? 'production';
  if (node.tryGetContext('settingsAlone') === true && typeof stage === 'string') {
    return { namePrefix: stage, settings: readReplacements(node, stage) };
  }
  const settings = typeof stage === 'string' ? await readStageSettings(stage) : undefined;
  if (typeof stage !== 'string' || settings === undefined) {
    const stages = listStages().join(', ');
    throw new Error(`there is no stages/${String(stage)}.ts; the stages are ${stages}`);
  }
  refuseFormerFlags(node, stage);
  return { namePrefix: stage, settings: { ...settings, ...readReplacements(node, stage) } };
}

/** Reads the settings of the stage; undefined for one without a file, as of another application. */
export async function readStageSettings(stage: string): Promise<StageSettings | undefined> {
  if (!listStages().includes(stage)) return undefined;
  const file = pathToFileURL(join(FOLDER, `${stage}.ts`)).href;
  const { SETTINGS: settings } = (await import(file)) as { readonly SETTINGS?: StageSettings };
  if (settings === undefined) throw new Error(`stages/${stage}.ts exports no SETTINGS`);
  return settings;
}

function listStages(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
    .toSorted();
}

// Ignored, they would return to their defaults without a word.
function refuseFormerFlags(node: Node, stage: string): void {
  for (const [flag, property] of Object.entries(FORMER_FLAGS)) {
    if (node.tryGetContext(flag) === undefined) continue;
    throw new Error(
      `${flag} is no context value: set ${property} in stages/${stage}.ts (docs/deployment.md)`,
    );
  }
}

// One template of the runner serves any port, and the tests do not depend on what an institution sets for its stages.
function readReplacements(node: Node, stage: string): StageSettings {
  const given: unknown = node.tryGetContext('settings') ?? {};
  if (typeof given === 'object') return given as StageSettings;
  throw new Error(`settings is for programs: set what it says in stages/${stage}.ts`);
}
