// Drafts of forms, which a tab keeps until they are sent.
import { beforeEach, expect, test } from '@jest/globals';
import {
  findDraft,
  forgetDraft,
  forgetDrafts,
  keepDraft,
} from '../../console/src/api/submissions/drafts.ts';
import { keepOpenSubmission } from '../../console/src/api/submissions/open-submissions.ts';

const draft = { input: { text: 'b' }, basis: { text: 'a' }, savedAt: '2026-11-20T12:00:00.000Z' };
const stored = new Map<string, string>();
let isFull = false;

// The storage of a tab, which Node does not have.
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem: (name: string, text: string) => {
      if (isFull) throw new Error('QuotaExceededError');
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
  expect(() => keepDraft('op_ada', 'rule', draft)).not.toThrow();
  const sent = { key: 'k', operation: 'updateRule', sentAt: draft.savedAt, operator: 'op_ada' };
  expect(() => keepOpenSubmission(sent)).not.toThrow();
});
