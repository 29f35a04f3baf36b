// Two records that tell of the same fact must agree: each record has a witness, and the witness tells
// of nothing else. All facts are tallied first; only what does not come out even is looked for, one
// handful of buckets after the other, so that memory stays bounded however much is wrong.
import type { Key } from '../ledger/store/keys.ts';
import type { Audit, Check, StoredRecord } from './check.ts';
import { NOTHING } from './difference.ts';
import { Tally } from './tally.ts';
import type { Side } from './tally.ts';

/** What one record says of one fact. */
export interface Testimony {
  /** What both sides call the fact. */
  readonly name: string;
  /** The identifier made with it, which tells when. */
  readonly since: string;
  readonly kind: string;
  readonly id: string;
  readonly place: Key;
  /** What must be equal, in the same order on both sides. */
  readonly says: Readonly<Record<string, string>>;
  /** What is reported when the other side is silent. */
  readonly alone: { readonly field: string; readonly stored: string; readonly derived: string };
}

export interface Testifying {
  readonly kinds: readonly string[];
  testimonies(record: StoredRecord, audit: Audit): Testimony[] | Promise<Testimony[]>;
}

export interface Pairing {
  readonly name: string;
  readonly record: Testifying;
  readonly witness: Testifying;
}

/** The check that every record has its witness and says the same, and the other way round. */
export function pairingCheck(pairing: Pairing): Check {
  const kinds = [...pairing.record.kinds, ...pairing.witness.kinds];
  return {
    name: pairing.name,
    kinds,
    begin: (audit) => {
      const tally = new Tally();
      return {
        see: (record) =>
          eachTestimony(pairing, audit, record, (side, testimony) => {
            tally.add(side, nameOf(record, testimony), JSON.stringify(testimony.says));
          }),
        conclude: async () => {
          for (const buckets of tally.uneven()) {
            if (audit.isFull()) return;
            await compare(pairing, audit, (name) => buckets.has(tally.bucketOf(name)));
          }
        },
      };
    },
  };
}

function nameOf({ tenant }: StoredRecord, { name }: Testimony): string {
  return `${tenant} ${name}`;
}

async function eachTestimony(
  pairing: Pairing,
  audit: Audit,
  record: StoredRecord,
  take: (side: Side, testimony: Testimony) => void,
): Promise<void> {
  for (const side of ['record', 'witness'] as const) {
    if (!pairing[side].kinds.includes(record.kind)) continue;
    for (const testimony of await pairing[side].testimonies(record, audit)) {
      if (!audit.isUnderWay(testimony.since)) take(side, testimony);
    }
  }
}

type Heard = Testimony & { readonly tenant: string };

async function compare(
  pairing: Pairing,
  audit: Audit,
  isUneven: (name: string) => boolean,
): Promise<void> {
  const facts = new Map<string, Record<Side, Heard[]>>();
  await audit.settled();
  const kinds = [...pairing.record.kinds, ...pairing.witness.kinds];
  const isWhole = await audit.walk(kinds, (record) =>
    eachTestimony(pairing, audit, record, (side, testimony) => {
      const name = nameOf(record, testimony);
      if (!isUneven(name)) return;
      const sides = facts.get(name) ?? { record: [], witness: [] };
      facts.set(name, sides);
      hear(sides, side, { ...testimony, tenant: record.tenant });
    }),
  );
  if (!isWhole) return;
  for (const { record, witness } of facts.values()) reportFact(audit, record, witness);
}

// Those that say the same are done with at once.
function hear(sides: Record<Side, Heard[]>, side: Side, heard: Heard): void {
  const others = sides[side === 'record' ? 'witness' : 'record'];
  const same = others.findIndex(({ says }) => JSON.stringify(says) === JSON.stringify(heard.says));
  if (same >= 0) others.splice(same, 1);
  else sides[side].push(heard);
}

function reportFact(audit: Audit, records: readonly Heard[], witnesses: readonly Heard[]): void {
  const pairs = Math.min(records.length, witnesses.length);
  records.slice(0, pairs).forEach((record, index) => {
    const { tenant, kind, id, place, says } = record;
    for (const [field, stored] of Object.entries(says)) {
      const derived = witnesses[index]?.says[field] ?? NOTHING;
      if (derived !== stored) audit.report({ tenant, kind, id, place, field, stored, derived });
    }
  });
  for (const { tenant, kind, id, place, alone } of [
    ...records.slice(pairs),
    ...witnesses.slice(pairs),
  ]) {
    audit.report({ tenant, kind, id, place, ...alone });
  }
}
