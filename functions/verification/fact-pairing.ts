// Two records of the same fact must agree: each record has a witness, and each witness a record. All
// facts are tallied first. Only facts in uneven buckets are then read and compared, a few buckets at a
// time, so that memory stays bounded however many facts differ.
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Key } from '../ledger/store/keys.ts';
import type { VerificationRun, VerificationCheck, StoredRecord } from './check.ts';
import { compareTexts } from './records/member-texts.ts';
import { Tally } from './tally.ts';
import type { FactSide } from './tally.ts';

/** One fact as one record states it. */
export interface Fact {
  /** The same on both sides. */
  readonly name: string;
  /** The identifier or time that was made with the fact. */
  readonly since: string;
  readonly kind: string;
  readonly id: string;
  readonly place: Key;
  /** The values that must be equal, in the same order on both sides. */
  readonly claims: Readonly<Record<string, string>>;
  /** The difference to report when the other side lacks the fact. */
  readonly alone: { readonly field: string; readonly stored: string; readonly derived: string };
}

export interface FactSource {
  readonly kinds: readonly RecordKind[];
  /** A record that states very many facts yields them one after the other. */
  listFacts(
    record: StoredRecord,
    audit: VerificationRun,
  ): Iterable<Fact> | Promise<Iterable<Fact>> | AsyncIterable<Fact>;
  /** The facts of a tenant as they are now, of a source that grows while the tables are scanned. */
  listPresentFacts?(tenant: string): AsyncIterable<Fact>;
}

export interface FactPairing {
  readonly name: string;
  readonly record: FactSource;
  readonly witness: FactSource;
}

/** Checks that every record has a witness with the same claims, and every witness a record. */
export function buildPairingCheck(pairing: FactPairing): VerificationCheck {
  const kinds = [...pairing.record.kinds, ...pairing.witness.kinds];
  return {
    name: pairing.name,
    kinds,
    begin: (audit) => {
      const tally = new Tally();
      return {
        visit: (record) =>
          visitFacts(pairing, audit, record, (side, fact) => {
            tally.add(side, formatFactName(record, fact), JSON.stringify(fact.claims));
          }),
        conclude: async () => {
          for (const buckets of tally.uneven()) {
            if (audit.isFull()) return;
            await compareFacts(pairing, audit, (name) => buckets.has(tally.bucketOf(name)));
          }
        },
      };
    },
  };
}

function formatFactName({ tenant }: Pick<StoredRecord, 'tenant'>, { name }: Fact): string {
  return `${tenant} ${name}`;
}

async function visitFacts(
  pairing: FactPairing,
  audit: VerificationRun,
  record: StoredRecord,
  take: (side: FactSide, fact: Fact) => void,
): Promise<void> {
  for (const side of ['record', 'witness'] as const) {
    if (!pairing[side].kinds.includes(record.kind)) continue;
    for await (const fact of await pairing[side].listFacts(record, audit)) {
      if (!audit.isUnderWay(fact.since)) take(side, fact);
    }
  }
}

type CollectedFact = Fact & { readonly tenant: string };

type FactsBySide = Readonly<Record<FactSide, CollectedFact[]>>;

/** The facts of uneven buckets. Those with equal claims cancel out at once. */
class CollectedFacts {
  readonly #unmatched = new Map<string, FactsBySide>();
  /** How many of each name the scan has found in the witness. */
  readonly #witnessed = new Map<string, number>();

  add(name: string, side: FactSide, fact: CollectedFact): void {
    const sides = this.#unmatched.get(name) ?? { record: [], witness: [] };
    this.#unmatched.set(name, sides);
    if (side === 'witness') this.#witnessed.set(name, (this.#witnessed.get(name) ?? 0) + 1);
    const others = sides[side === 'record' ? 'witness' : 'record'];
    if (!removeEqualFact(others, fact)) sides[side].push(fact);
  }

  /** Cancels a record by a fact of the witness that the scan has not found. */
  match(name: string, fact: Fact): void {
    const left = this.#witnessed.get(name) ?? 0;
    this.#witnessed.set(name, left - 1);
    const sides = this.#unmatched.get(name);
    if (sides && left <= 0) removeEqualFact(sides.record, fact);
  }

  list(): Iterable<FactsBySide> {
    return this.#unmatched.values();
  }
}

function removeEqualFact(facts: CollectedFact[], { claims }: Fact): boolean {
  const same = facts.findIndex((one) => JSON.stringify(one.claims) === JSON.stringify(claims));
  if (same >= 0) facts.splice(same, 1);
  return same >= 0;
}

async function compareFacts(
  pairing: FactPairing,
  audit: VerificationRun,
  isUneven: (name: string) => boolean,
): Promise<void> {
  const facts = new CollectedFacts();
  await audit.settled();
  const kinds = [...pairing.record.kinds, ...pairing.witness.kinds];
  const isWhole = await audit.walk(kinds, (record) =>
    visitFacts(pairing, audit, record, (side, fact) => {
      const name = formatFactName(record, fact);
      if (isUneven(name)) facts.add(name, side, { ...fact, tenant: record.tenant });
    }),
  );
  if (!isWhole) return;
  await matchPresentFacts(pairing, facts, isUneven);
  for (const { record, witness } of facts.list()) reportUnmatchedFact(audit, record, witness);
}

// What the witness has stated since the scan read it is no difference.
async function matchPresentFacts(
  { witness }: FactPairing,
  facts: CollectedFacts,
  isUneven: (name: string) => boolean,
): Promise<void> {
  if (!witness.listPresentFacts) return;
  const unmatched = [...facts.list()].flatMap(({ record }) => record);
  for (const tenant of new Set(unmatched.map((one) => one.tenant))) {
    for await (const fact of witness.listPresentFacts(tenant)) {
      const name = formatFactName({ tenant }, fact);
      if (isUneven(name)) facts.match(name, fact);
    }
  }
}

function reportUnmatchedFact(
  audit: VerificationRun,
  records: readonly CollectedFact[],
  witnesses: readonly CollectedFact[],
): void {
  const pairs = Math.min(records.length, witnesses.length);
  records.slice(0, pairs).forEach((record, index) => {
    const { tenant, kind, id, place, claims } = record;
    for (const flaw of compareTexts(claims, witnesses[index]?.claims ?? {})) {
      audit.report({ tenant, kind, id, place, ...flaw });
    }
  });
  for (const { tenant, kind, id, place, alone } of [
    ...records.slice(pairs),
    ...witnesses.slice(pairs),
  ]) {
    audit.report({ tenant, kind, id, place, ...alone });
  }
}
