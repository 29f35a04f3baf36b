// Two records of the same fact must agree: each record has a witness, and each witness a record. All
// facts are tallied first. Only facts in uneven buckets are then read and compared, a few buckets at a
// time, so that memory stays bounded however many facts differ.
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Key } from '../ledger/store/keys.ts';
import { requestPass } from './check.ts';
import type {
  PassInput,
  RecordPass,
  StoredRecord,
  VerificationCheck,
  VerificationRun,
} from './check.ts';
import { compareTexts } from './records/member-texts.ts';
import { findBucket, Tally } from './tally.ts';
import type { BucketGroups, FactSide, SavedTally } from './tally.ts';

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
  return {
    name: pairing.name,
    begin: (audit, input) =>
      input ? beginComparison(pairing, audit, input) : beginTally(pairing, audit),
  };
}

function beginTally(pairing: FactPairing, audit: VerificationRun): RecordPass {
  const tally = new Tally(audit.salt);
  return {
    kinds: listKinds(pairing),
    visit: (record) =>
      visitFacts({ audit, record }, listSources(pairing, record), (side, fact) => {
        tally.add(side, formatFactName(record, fact), JSON.stringify(fact.claims));
      }),
    summary: { save: () => tally.save(), add: (saved) => tally.merge(saved as SavedTally) },
    conclude: () => continueWith(audit, tally.uneven()),
  };
}

function continueWith(
  audit: VerificationRun,
  groups: BucketGroups,
): Promise<PassInput | undefined> {
  return requestPass(audit, groups, { step: 'compare', data: groups });
}

function beginComparison(
  pairing: FactPairing,
  audit: VerificationRun,
  { data }: PassInput,
): RecordPass {
  const [group, ...rest] = data as BucketGroups;
  const isUneven = (name: string) => group?.buckets.has(findBucket(name)) ?? false;
  const facts = new CollectedFacts();
  return {
    kinds: listKinds(pairing),
    visit: (record) =>
      visitFacts({ audit, record }, listSources(pairing, record), (side, fact) => {
        const name = formatFactName(record, fact);
        const { PK, SK } = fact.place;
        if (!isUneven(name)) return;
        facts.add(name, side, { ...fact, place: { PK, SK }, tenant: record.tenant });
      }),
    summary: { save: () => facts.save(), add: (saved) => facts.merge(saved as SavedFacts) },
    reportPartial: () => {
      // Of more records of one name, those that match may not have been scanned yet.
      for (const { record, witness } of facts.list()) {
        const isPair = record.length === 1 && witness.length === 1;
        if (isPair) reportUnmatchedFact(audit, record, witness);
      }
      return Promise.resolve();
    },
    conclude: async () => {
      await matchPresentFacts(pairing, facts, isUneven);
      for (const { record, witness } of facts.list()) reportUnmatchedFact(audit, record, witness);
      return continueWith(audit, rest);
    },
  };
}

function listKinds({ record, witness }: FactPairing): readonly RecordKind[] {
  return [...record.kinds, ...witness.kinds];
}

function formatFactName({ tenant }: Pick<StoredRecord, 'tenant'>, { name }: Fact): string {
  return `${tenant} ${name}`;
}

type FactTaker = (side: FactSide, fact: Fact) => void;
type NamedSource = readonly [FactSide, FactSource];

function listSources(pairing: FactPairing, { kind }: StoredRecord): NamedSource[] {
  const sides = (['record', 'witness'] as const).filter((one) => pairing[one].kinds.includes(kind));
  return sides.map((side) => [side, pairing[side]] as const);
}

// Facts that are at hand are taken at once: waiting for each would take longer than its hash.
function visitFacts(
  visited: { readonly audit: VerificationRun; readonly record: StoredRecord },
  sources: readonly NamedSource[],
  take: FactTaker,
): void | Promise<void> {
  const { audit, record } = visited;
  for (const [index, [side, source]] of sources.entries()) {
    const takeSettled = (fact: Fact) => {
      if (!audit.isUnderWay(fact.since)) take(side, fact);
    };
    const listed = source.listFacts(record, audit);
    if (Symbol.iterator in listed) for (const fact of listed) takeSettled(fact);
    else {
      const rest = sources.slice(index + 1);
      return takeAwaited(listed, takeSettled).then(() => visitFacts(visited, rest, take));
    }
  }
}

async function takeAwaited(
  listed: Promise<Iterable<Fact>> | AsyncIterable<Fact>,
  take: (fact: Fact) => void,
): Promise<void> {
  if (!(Symbol.asyncIterator in listed)) {
    for (const fact of await listed) take(fact);
    return;
  }
  for await (const fact of listed) take(fact);
}

type CollectedFact = Fact & { readonly tenant: string };
type FactsBySide = Readonly<Record<FactSide, CollectedFact[]>>;

interface SavedFacts {
  readonly unmatched: ReadonlyMap<string, FactsBySide>;
  readonly witnessed: ReadonlyMap<string, number>;
}

/** The facts of uneven buckets. Those with equal claims cancel out at once. */
class CollectedFacts {
  readonly #unmatched = new Map<string, FactsBySide>();
  /** How many of each name the scan has found in the witness. */
  readonly #witnessed = new Map<string, number>();

  add(name: string, side: FactSide, fact: CollectedFact): void {
    if (side === 'witness') this.#witnessed.set(name, (this.#witnessed.get(name) ?? 0) + 1);
    this.#put(name, side, fact);
  }

  #put(name: string, side: FactSide, fact: CollectedFact): void {
    const sides = this.#unmatched.get(name) ?? { record: [], witness: [] };
    this.#unmatched.set(name, sides);
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

  save(): SavedFacts {
    return { unmatched: this.#unmatched, witnessed: this.#witnessed };
  }

  merge({ unmatched, witnessed }: SavedFacts): void {
    for (const [name, count] of witnessed) {
      this.#witnessed.set(name, (this.#witnessed.get(name) ?? 0) + count);
    }
    for (const [name, { record, witness }] of unmatched) {
      for (const fact of record) this.#put(name, 'record', fact);
      for (const fact of witness) this.#put(name, 'witness', fact);
    }
  }
}

function removeEqualFact(facts: CollectedFact[], { claims }: Fact): boolean {
  const same = facts.findIndex((one) => JSON.stringify(one.claims) === JSON.stringify(claims));
  if (same >= 0) facts.splice(same, 1);
  return same >= 0;
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
  records.slice(0, pairs).forEach(({ tenant, kind, id, place, claims }, index) => {
    for (const flaw of compareTexts(claims, witnesses[index]?.claims ?? {})) {
      audit.report({ tenant, kind, id, place, ...flaw });
    }
  });
  const alone = [...records.slice(pairs), ...witnesses.slice(pairs)];
  for (const { tenant, kind, id, place, alone: flaw } of alone) {
    audit.report({ tenant, kind, id, place, ...flaw });
  }
}
