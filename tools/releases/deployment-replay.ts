// Deploys releases over each other as CloudFormation does, and finds what it would refuse.
import type { InventoriedResource, InventoriedStack, ReleaseInventory } from './inventory.ts';

/** An account to which releases are deployed, one after the other. */
export class DeploymentReplay {
  readonly #stacks = new Map<string, InventoriedStack>();
  /** What has a name of its own, and what it belongs to. */
  readonly #names = new Map<string, string>();

  /** Deploys the stacks of a release in order. Returns the refusals, each of which would end the deployment. */
  deploy(release: ReleaseInventory): string[] {
    return release.flatMap((stack) => this.#update(stack));
  }

  /** Deletes every stack, as a stage is deleted. What is retained keeps its name. */
  destroy(): void {
    for (const { name, resources } of this.#stacks.values()) {
      for (const [id, resource] of Object.entries(resources)) this.#release(name, id, resource);
    }
    this.#stacks.clear();
  }

  // CloudFormation creates and changes first, and deletes at the end of the whole update, nested stacks included.
  #update(next: InventoriedStack): string[] {
    const before = this.#stacks.get(next.name)?.resources ?? {};
    const refusals: string[] = [];
    const leaving: [string, InventoriedResource][] = [];
    for (const [id, resource] of Object.entries(next.resources)) {
      const old = before[id];
      const change = compare(old, resource);
      if (change === 'refused')
        refusals.push(`${next.name}/${id}: ${describeChange(old, resource)}`);
      if (change !== 'created' && change !== 'replaced') continue;
      refusals.push(...this.#create(next.name, id, resource));
      if (old) leaving.push([id, old]);
    }
    for (const [id, old] of Object.entries(before)) {
      if (!(id in next.resources)) leaving.push([id, old]);
    }
    refusals.push(...this.#compareExports(next));
    for (const [id, old] of leaving) this.#release(next.name, id, old);
    this.#stacks.set(next.name, next);
    return refusals;
  }

  #create(stack: string, id: string, { type, name }: InventoriedResource): string[] {
    if (name === undefined) return [];
    const key = `${type} ${name}`;
    const holder = this.#names.get(key);
    this.#names.set(key, `${stack}/${id}`);
    return holder === undefined ? [] : [`${stack}/${id}: ${key} exists already (${holder})`];
  }

  #release(stack: string, id: string, { type, name, isRetained }: InventoriedResource): void {
    const key = `${type} ${String(name)}`;
    if (name === undefined || this.#names.get(key) !== `${stack}/${id}`) return;
    if (isRetained) this.#names.set(key, `retained from ${stack}/${id}`);
    else this.#names.delete(key);
  }

  #compareExports({ name, exports, imports }: InventoriedStack): string[] {
    const others = [...this.#stacks.values()].filter((stack) => stack.name !== name);
    const importer = (wanted: string) =>
      others.find((stack) => stack.imports.includes(wanted))?.name;
    const before = Object.entries(this.#stacks.get(name)?.exports ?? {});
    const broken = before
      .filter(([id, value]) => exports[id] !== value && importer(id) !== undefined)
      .map(([id]) => `${name}: the export ${id} is in use by ${String(importer(id))}`);
    const known = new Set([...others, { exports }].flatMap((stack) => Object.keys(stack.exports)));
    const missing = imports.filter((wanted) => !known.has(wanted));
    return [...broken, ...missing.map((wanted) => `${name}: nothing exports ${wanted}`)];
  }
}

type ResourceChange = 'created' | 'kept' | 'replaced' | 'refused';

function compare(old: InventoriedResource | undefined, next: InventoriedResource): ResourceChange {
  if (!old) return 'created';
  if (old.type !== next.type) return 'refused';
  if (old.name !== next.name) return 'replaced';
  return next.name !== undefined && old.fixed !== next.fixed ? 'refused' : 'kept';
}

function describeChange(old: InventoriedResource | undefined, next: InventoriedResource): string {
  if (old?.type !== next.type) return `the type cannot change from ${old?.type} to ${next.type}`;
  return `${next.type} ${next.name} would be replaced, and its name is fixed`;
}

/** Finds what keeps its name after it is gone: the next resource of that name is refused. */
export function listRetainedNames(release: ReleaseInventory): string[] {
  return release.flatMap(({ name: stack, resources }) =>
    Object.entries(resources)
      .filter(([, { name, isRetained }]) => name !== undefined && isRetained)
      .map(([id, { type, name }]) => `${stack}/${id}: ${type} ${name}`),
  );
}
