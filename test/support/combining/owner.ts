// The steps of the process that received a request: it posts alone, or leaves an intent and waits.
import { keyOf } from './store-calls.ts';
import type { CallResult } from './store-calls.ts';
import { buildJoining } from './world.ts';
import type { OwnerState, ProtocolSetup, StoreCall, StoreState } from './world.ts';

/** A process that waits for the result of a call has no steps of its own until then. */
export function listOwnerSteps(
  owner: OwnerState,
  request: number,
  store: StoreState,
  setting: ProtocolSetup,
): OwnerState[] {
  if (owner.call) return [];
  const isPosted = store.receipts.includes(keyOf(setting.keys, request));
  switch (owner.phase) {
    case 'reading':
      return [{ ...owner, phase: isPosted ? 'posted' : 'deciding' }];
    case 'deciding':
      if (store.balance < 1) return [{ ...owner, phase: 'refusing' }];
      return [{ ...owner, call: buildOwnTransaction(request, store) }];
    case 'refusing':
      return [isPosted ? { ...owner, phase: 'posted' } : end(owner, 'refused', setting)];
    case 'waiting':
      return listWaitingSteps(owner, request, store, setting);
    case 'ending':
      return [isPosted ? { ...owner, phase: 'posted' } : end(owner, 'contention', setting)];
    default:
      return [];
  }
}

function buildOwnTransaction(request: number, { version }: StoreState): StoreCall {
  return { kind: 'transaction', postings: [request], intents: [], version };
}

function listWaitingSteps(
  owner: OwnerState,
  request: number,
  { intents }: StoreState,
  { giveUp, defect }: ProtocolSetup,
): OwnerState[] {
  if (intents.includes(request)) {
    return giveUp.includes(request) ? [{ ...owner, call: { kind: 'remove', request } }] : [];
  }
  if (defect === 'gone-means-posted') return [{ ...owner, phase: 'posted' }];
  return [{ ...owner, phase: 'reading', hasJoined: true }];
}

// No refusal is final while a call may still take effect (ADR 006).
function end(
  owner: OwnerState,
  phase: 'refused' | 'contention',
  { defect }: ProtocolSetup,
): OwnerState {
  const mayTakeEffect = owner.isUnconfirmed && defect !== 'forgets-unconfirmed';
  return { ...owner, phase: mayTakeEffect ? 'unknown' : phase };
}

/** What follows the result of the owner's call. */
export function listOwnerReplies(
  { call, ...owner }: OwnerState,
  { isDone, receipted }: CallResult,
  setting: ProtocolSetup,
): OwnerState[] {
  switch (call?.kind) {
    case 'put':
      return [owner];
    case 'remove':
      if (isDone || setting.defect === 'removal-ignores-result') {
        return [end(owner, 'contention', setting)];
      }
      return [{ ...owner, phase: 'ending' }];
    default:
      if (isDone || receipted.length > 0) return [{ ...owner, phase: 'posted' }];
      if (!owner.hasJoined) return [join(owner, call)];
      return [
        { ...owner, phase: 'reading' },
        { ...owner, phase: 'ending' },
      ];
  }
}

// The request of its own transaction leaves an intent.
function join(owner: OwnerState, call: StoreCall | undefined): OwnerState {
  const [request = -1] = call?.kind === 'transaction' ? call.postings : [];
  return { ...owner, ...buildJoining(request) };
}

/** What follows a call of the owner whose answer is lost: it may have taken effect, or may do so later. */
export function listUnansweredOwners({ call, ...owner }: OwnerState): OwnerState[] {
  const unconfirmed = { ...owner, isUnconfirmed: true };
  switch (call?.kind) {
    case 'put':
      // The SDK sends it again, or the request waits for what it may have put.
      return [{ ...unconfirmed, call }, unconfirmed];
    case 'remove':
      return [{ ...unconfirmed, phase: 'ending' }];
    default:
      return [owner.hasJoined ? { ...unconfirmed, phase: 'reading' } : join(unconfirmed, call)];
  }
}
