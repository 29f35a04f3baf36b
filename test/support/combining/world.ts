// The state of the protocol model of ADR 125: the store, the requests, the combiners, and calls whose
// sender no longer waits.

/** A write that a process sends. `transaction` posts on the account and deletes the `intents`. */
export type StoreCall =
  | { readonly kind: 'put' | 'remove'; readonly request: number }
  | {
      readonly kind: 'transaction';
      readonly postings: readonly number[];
      readonly intents: readonly number[];
      readonly version: number;
    };

export interface StoreState {
  /** One for each posting so far. */
  readonly version: number;
  readonly balance: number;
  /** The requests in the order of posting, each with the balance after it. */
  readonly entries: readonly { readonly request: number; readonly balanceAfter: number }[];
  /** The idempotency keys that have a receipt. */
  readonly receipts: readonly number[];
  /** The requests whose intent waits, in the order of their identifiers, which is that of arrival. */
  readonly intents: readonly number[];
}

/** `contention` and `refused` claim that the request has recorded nothing and never will. */
export type OwnerAnswer = 'posted' | 'refused' | 'contention' | 'unknown';

export type OwnerPhase =
  'reading' | 'deciding' | 'refusing' | 'waiting' | 'ending' | 'crashed' | OwnerAnswer;

/** The process that received a request and answers it. */
export interface OwnerState {
  readonly phase: OwnerPhase;
  /** The call whose result it awaits. */
  readonly call?: StoreCall;
  readonly hasJoined: boolean;
  /** A call has had no answer, and may still take effect. */
  readonly isUnconfirmed: boolean;
}

/** A process that posts what waits. `found` are the intents that it has read or is about to remove. */
export interface CombinerState {
  readonly phase: 'idle' | 'deciding' | 'posting' | 'removing' | 'crashed';
  readonly found: readonly number[];
  readonly call?: StoreCall;
}

export interface World {
  readonly store: StoreState;
  readonly owners: readonly OwnerState[];
  readonly combiners: readonly CombinerState[];
  readonly late: readonly StoreCall[];
  /** How many processes may still crash, and how many answers may still be lost. */
  readonly crashes: number;
  readonly losses: number;
}

/** What is modelled: the idempotency key of each request, and the money for which they compete, one unit each. */
export interface ProtocolSetup {
  readonly keys: readonly number[];
  readonly balance: number;
  readonly crashes: number;
  readonly losses: number;
  /** The requests that may give up at any time while they wait. */
  readonly giveUp: readonly number[];
  /** The requests that start with an attempt of their own; the others have lost their race. */
  readonly direct?: readonly number[];
  readonly defect?: Defect;
}

/** Deliberate faults of the protocol, which the invariants must catch. */
export type Defect =
  | 'deletes-without-condition'
  | 'receipt-overwrites'
  | 'balance-without-version'
  | 'removal-ignores-result'
  | 'forgets-unconfirmed'
  | 'gone-means-posted'
  | 'leaves-what-is-posted';

/** The state in which a setting starts. */
export function buildWorld({ keys, balance, crashes, losses, direct = [] }: ProtocolSetup): World {
  return {
    store: { version: 0, balance, entries: [], receipts: [], intents: [] },
    owners: keys.map((_, request) => ({
      ...(direct.includes(request) ? { phase: 'reading' } : buildJoining(request)),
      hasJoined: false,
      isUnconfirmed: false,
    })),
    combiners: [IDLE, IDLE],
    late: [],
    crashes,
    losses,
  };
}

/** A request that has lost its race puts its intent, and then waits. */
export function buildJoining(request: number): Pick<OwnerState, 'phase' | 'call'> {
  return { phase: 'waiting', call: { kind: 'put', request } };
}

export const IDLE: CombinerState = { phase: 'idle', found: [] };

/** One text for each state; combiners and late calls have no order. */
export function formatWorld({ store, owners, combiners, late, crashes, losses }: World): string {
  const [one = '', other = ''] = combiners.map(formatCombiner);
  const calls = late.length === 0 ? '' : late.map(formatCall).toSorted().join('+');
  const both = one < other ? `${one}|${other}` : `${other}|${one}`;
  return `${formatStore(store)}|${owners.map(formatOwner).join('|')}|${both}|${calls}|${crashes}${losses}`;
}

// Most parts of a state are those of the state before.
function remember<Part extends object>(format: (part: Part) => string): (part: Part) => string {
  const texts = new WeakMap<Part, string>();
  return (part) => {
    const known = texts.get(part);
    if (known !== undefined) return known;
    const text = format(part);
    texts.set(part, text);
    return text;
  };
}

// What follows from a state depends on what is posted, and not on the order. Whether each balance follows from
// the one before was checked when the state was reached.
const formatStore = remember(({ version, balance, entries, receipts, intents }: StoreState) => {
  const posted = entries.map(({ request }) => request).toSorted();
  return `${version} ${balance} ${posted} ${receipts.toSorted()} ${intents}`;
});

const formatOwner = remember(({ phase, call, hasJoined, isUnconfirmed }: OwnerState) => {
  return `${phase}${hasJoined ? 'j' : ''}${isUnconfirmed ? 'u' : ''}${call ? formatCall(call) : ''}`;
});

const formatCombiner = remember(({ phase, found, call }: CombinerState) => {
  return `${phase}${found}${call ? formatCall(call) : ''}`;
});

function formatCall(call: StoreCall): string {
  return call.kind === 'transaction'
    ? `T${call.postings}/${call.intents}/${call.version}`
    : `${call.kind}${call.request}`;
}
