// A fresh process that reads a balance with the credentials of the function and with those of a tenant, taking turns, and
// prints the milliseconds: node tenant-credentials-probe.ts ROLE READS
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { openTenantStores } from '../../../functions/ledger/tenants/tenant-stores.ts';

/** How long each read took, and how much processor time it used on average. */
export interface CredentialReadings {
  /** The first read of each of some tenants, which waits for their credentials. */
  readonly firstMs: readonly number[];
  readonly own: SideReading;
  readonly tenant: SideReading;
}

interface SideReading {
  readonly ms: number[];
  readonly cpuMs: number;
}

const [role, reads = '0'] = process.argv.slice(2);
const TENANTS = ['t0', 't1', 't2', 't3', 't4'];
const SLICE = 50;
const WARM_UP_SLICES = 20;

const SETTINGS = { ledgerTable: 'ledger', receiptsTable: 'receipts', shards: 1 };
const own = openStore(SETTINGS);
const stores = openTenantStores(own, role);

await readBalance(own, 'warm');
const firstMs: number[] = [];
for (const tenant of TENANTS) firstMs.push(await time(() => readBalance(stores(tenant), tenant)));
const sides = { own: buildSide(), tenant: buildSide() };
const slices = Number(reads) / SLICE;
for (let slice = -WARM_UP_SLICES; slice < slices; slice += 1) {
  // The sides take turns in going first.
  const both = [() => readSlice('own', () => own), () => readSlice('tenant', stores)];
  for (const read of slice % 2 === 0 ? both : both.toReversed()) await read();
  if (slice < 0) Object.assign(sides, { own: buildSide(), tenant: buildSide() });
}
const readings: CredentialReadings = { firstMs, ...sides };
process.stdout.write(JSON.stringify(readings));

function buildSide() {
  const ms: number[] = [];
  return { ms, cpuMs: 0 };
}

// The store of each request is looked up as the pipeline does it.
async function readSlice(name: 'own' | 'tenant', openFor: (tenant: string) => Store) {
  const side = sides[name];
  const before = process.cpuUsage();
  for (let read = 0; read < SLICE; read += 1) {
    const tenant = TENANTS[read % TENANTS.length] ?? '';
    side.ms.push(await time(() => readBalance(openFor(tenant), tenant)));
  }
  const { user, system } = process.cpuUsage(before);
  side.cpuMs += (user + system) / 1_000 / Number(reads);
}

async function readBalance(store: Store, tenant: string): Promise<void> {
  const Key = keys.balance(tenant, 'acc_bench');
  await store.documents.send(new GetCommand({ TableName: 'ledger', Key, ConsistentRead: true }));
}

async function time(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
