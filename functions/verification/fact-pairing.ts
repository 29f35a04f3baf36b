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

/** The facts of one name that are not matched yet. */
interface UnmatchedFacts extends Record<FactSide, CollectedFact[]> {
  /** How many of the name the scan has found in the witness. */
  witnessed: number;
}

async function compareFacts(
  pairing: FactPairing,
  audit: VerificationRun,
  isUneven: (name: string) => boolean,
): Promise<void> {
  const facts = new Map<string, UnmatchedFacts>();
  await audit.settled();
  const kinds = [...pairing.record.kinds, ...pairing.witness.kinds];
  const isWhole = await audit.walk(kinds, (record) =>
    visitFacts(pairing, audit, record, (side, fact) => {
      const name = formatFactName(record, fact);
      if (!isUneven(name)) return;
      const sides = facts.get(name) ?? { record: [], witness: [], witnessed: 0 };
      facts.set(name, sides);
      if (side === 'witness') sides.witnessed += 1;
      collectFact(sides, side, { ...fact, tenant: record.tenant });
    }),
  );
  if (!isWhole) return;
  await matchPresentFacts(pairing, facts);
  for (const { record, witness } of facts.values()) reportUnmatchedFact(audit, record, witness);
}

// Facts with equal claims cancel out at once.
function collectFact(sides: UnmatchedFacts, side: FactSide, collected: CollectedFact): void {
  const others = sides[side === 'record' ? 'witness' : 'record'];
  if (!removeEqualFact(others, collected)) sides[side].push(collected);
}

function removeEqualFact(facts: CollectedFact[], { claims }: Fact): boolean {
  const same = facts.findIndex((one) => JSON.stringify(one.claims) === JSON.stringify(claims));
  if (same >= 0) facts.splice(same, 1);
  return same >= 0;
}

// What the witness has stated since the scan read it is no difference.
async function matchPresentFacts(
  { witness }: FactPairing,
  facts: ReadonlyMap<string, UnmatchedFacts>,
): Promise<void> {
  if (!witness.listPresentFacts) return;
  const unmatched = [...facts.values()].flatMap(({ record }) => record);
  for (const tenant of new Set(unmatched.map((one) => one.tenant))) {
    for await (const fact of witness.listPresentFacts(tenant)) {
      const sides = facts.get(formatFactName({ tenant }, fact));
      if (!sides) continue;
      sides.witnessed -= 1;
      if (sides.witnessed < 0) removeEqualFact(sides.record, fact);
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
