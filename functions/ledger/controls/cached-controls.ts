// The controls of a tenant, compiled once for as long as a container caches them.
import type { CompiledControl } from '../../domain/controls/compiled-controls.ts';
import type { Control } from '../../domain/controls/controls.ts';
import type { Session } from '../commit/session.ts';
import type { Item } from '../store/item.ts';
import { readCachedConfiguration } from '../tenant-configuration.ts';
import { readControls } from './controls.ts';
import { fromControlsItem } from './items.ts';

export interface CompiledControls {
  readonly version: number;
  readonly controls: readonly CompiledControl[];
}

const compiledByItem = new WeakMap<Item, Promise<readonly CompiledControl[]>>();

/**
 * The controls of the tenant, at most CACHE_MS old: no request while the configuration of the tenant is in the
 * cache.
 */
export async function readCachedControls(session: Session, now: Date): Promise<CompiledControls> {
  const { controls: item } = await readCachedConfiguration(session, now);
  const { version, controls } = fromControlsItem(item);
  if (!item || controls.length === 0) return { version, controls: [] };
  const compiled = compiledByItem.get(item) ?? compileStoredControls(controls);
  compiledByItem.set(item, compiled);
  return { version, controls: await compiled };
}

/** The controls of the tenant as they are: one request. */
export async function readNewestControls(session: Session): Promise<CompiledControls> {
  const { version, controls } = await readControls(session);
  return { version, controls: controls.length === 0 ? [] : await compileStoredControls(controls) };
}

/** Those of the controls that are of these operations. */
export function pickControls(
  { version, controls }: CompiledControls,
  operations: readonly string[],
): CompiledControls {
  return { version, controls: controls.filter(({ operation }) => operations.includes(operation)) };
}

// Load CEL's grammar only if there is a control to compile.
async function compileStoredControls(controls: readonly Control[]): Promise<CompiledControl[]> {
  const { compileControls } = await import('../../domain/controls/compiled-controls.ts');
  return compileControls(controls);
}
