// Drafts of forms, which a tab keeps until they are sent.
import { beforeEach, expect, test } from '@jest/globals';
import {
  findDraft,
  forgetDraft,
  forgetDrafts,
  keepDraft,
} from '../../console/src/api/submissions/drafts.ts';
import { keepOpenSubmission } from '../../console/src/api/submissions/open-submissions.ts';
import {
  keepPendingSignIn,
  keepReturnedSignIn,
  takeReturnedSignIn,
} from '../../console/src/session/pending-sign-in.ts';

const draft = { input: { text: 'b' }, basis: { text: 'a' }, savedAt: '2026-11-20T12:00:00.000Z' };
const stored = new Map<string, string>();
/** Five megabytes of two bytes a character, the least that browsers give a tab. */
const CHARACTERS_MAX = 2_621_440;
let isFull = false;

// The storage of a tab, which Node does not have.
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem: (name: string, text: string) => {
      const others = [...stored].filter(([other]) => other !== name).flat();
      const isTooMuch = [...others, name, text].join('').length > CHARACTERS_MAX;
      if (isFull || isTooMuch) throw new Error('QuotaExceededError');
      stored.set(name, text);
    },
  },
});

beforeEach(() => {
  isFull = false;
  stored.clear();
});

test('a draft is found by its form, until it is forgotten', () => {
  keepDraft('op_ada', 'rule 1', draft);
  keepDraft('op_ada', 'rule 2', { ...draft, input: { text: 'c' } });
  expect(findDraft('op_ada', 'rule 1')).toEqual(draft);
  expect(findDraft('op_ada', 'constructor')).toBeUndefined();

  forgetDraft('op_ada', 'rule 1');
  expect(findDraft('op_ada', 'rule 1')).toBeUndefined();
  expect(findDraft('op_ada', 'rule 2')).toBeDefined();
  forgetDraft('op_ada', 'rule 2');
  expect(stored.size).toBe(0);
});

test('no other operator is shown a draft, and the first one of another drops it', () => {
  keepDraft('op_ada', 'rule', draft);
  expect(findDraft('op_grace', 'rule')).toBeUndefined();

  keepDraft('op_grace', 'product', draft);
  expect(findDraft('op_ada', 'rule')).toBeUndefined();
  expect([...stored.values()].join()).not.toContain('op_ada');
  forgetDrafts();
  expect(stored.size).toBe(0);
});

test('a full storage does not stop the form', () => {
  isFull = true;
  expect(keepDraft('op_ada', 'rule', draft)).toBe(false);
  const sent = { key: 'k', operation: 'updateRule', sentAt: draft.savedAt, operator: 'op_ada' };
  expect(() => keepOpenSubmission(sent)).not.toThrow();
});

test('drafts that do not fit are said not to be kept, and leave room to sign in', () => {
  const long = { ...draft, input: { text: 'x'.repeat(600_000) } };
  const kept = [1, 2, 3, 4, 5].map((form) => keepDraft('op_ada', `schema ${form}`, long));
  expect(kept).toEqual([true, true, true, false, false]);
  expect(findDraft('op_ada', 'schema 3')).toEqual(long);

  keepPendingSignIn({ stored: 's'.repeat(2_000), returnTo: '/config/schemas?form=new' });
  expect(keepReturnedSignIn('https://console.example/callback.html?code=c')).toBe(
    '/config/schemas?form=new',
  );
  expect(takeReturnedSignIn()?.stored).toHaveLength(2_000);
  expect(keepDraft('op_ada', 'rule', draft)).toBe(true);
});
