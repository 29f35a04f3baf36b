import { useState } from 'react';
import type { DraftFaults } from './entry-draft.ts';

export interface FormDraft<Draft> {
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly change: (part: Partial<Draft>) => void;
  /** What the last review found. */
  readonly faults: DraftFaults;
  /** Shows what is wrong with the draft, and returns whether nothing is. */
  readonly check: (reviewed: Draft) => boolean;
}

/** What an operator types into a form that posts. */
export function usePostingDraft<Draft extends object>(
  initial: Draft,
  findFaults: (draft: Draft) => DraftFaults,
): FormDraft<Draft> {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<DraftFaults>({});
  return {
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(initial),
    change: (part) => setDraft((current) => ({ ...current, ...part })),
    faults,
    check: (reviewed) => {
      const found = findFaults(reviewed);
      setDraft(reviewed);
      setFaults(found);
      return Object.keys(found).length === 0;
    },
  };
}
