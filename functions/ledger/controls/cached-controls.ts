// The controls that an operation obeys, compiled once for as long as a container caches them.
import type { CompiledControl } from '../../domain/controls/compiled-controls.ts';
import type { Controls } from '../../domain/controls/controls.ts';
import type { Session } from '../commit/session.ts';
import type { Item } from '../store/item.ts';
import { readCachedConfiguration } from '../tenant-configuration.ts';
import { readControls } from './controls.ts';
import { fromControlsItem } from './items.ts';

export interface OperationControls {
  readonly version: number;
  readonly controls: readonly CompiledControl[];
}

const compiledByItem = new WeakMap<Item, Promise<readonly CompiledControl[]>>();

/**
 * The controls of these operations, at most CACHE_MS old: no request while the configuration of the tenant
 * is in the cache.
 */
export async function readOperationControls(
  session: Session,
  operations: readonly string[],
  now: Date,
): Promise<OperationControls> {
  const { controls: item } = await readCachedConfiguration(session, now);
  const stored = fromControlsItem(item);
  if (!item || stored.controls.length === 0) return { version: stored.version, controls: [] };
  const compiled = compiledByItem.get(item) ?? compileStoredControls(stored);
  compiledByItem.set(item, compiled);
  return pickControls(stored, await compiled, operations);
}

/** The controls of these operations as they are: one request. */
export async function readNewestControls(
  session: Session,
  operations: readonly string[],
): Promise<OperationControls> {
  const stored = await readControls(session);
  if (stored.controls.length === 0) return { version: stored.version, controls: [] };
  return pickControls(stored, await compileStoredControls(stored), operations);
}

function pickControls(
  { version }: Controls,
  compiled: readonly CompiledControl[],
  operations: readonly string[],
): OperationControls {
  return { version, controls: compiled.filter(({ operation }) => operations.includes(operation)) };
}

// Load CEL's grammar only if there is a control to compile.
async function compileStoredControls({ controls }: Controls): Promise<CompiledControl[]> {
  const { compileControls } = await import('../../domain/controls/compiled-controls.ts');
  return compileControls(controls);
}
