import { useCallback, useState } from 'react';
import { useOperator } from '../../session/session-context.tsx';
import { findDraft, forgetDraft, keepDraft } from './drafts.ts';

export interface DraftEditing<Input> {
  readonly input: Input;
  /** What the input was when the operator started to change it. */
  readonly basis: Input;
  /** What the form would show without a draft. */
  readonly current: Input;
  /** Undefined while there is nothing to send. */
  readonly savedAt: string | undefined;
  /** False where the tab has no room for the draft: leaving the page then loses it. */
  readonly isKept: boolean;
  /** Whether what the form shows has been changed by others since the draft was started. */
  readonly isOutdated: boolean;
  readonly change: (part: Partial<Input>) => void;
  readonly discard: () => void;
}

/** The input of a form, saved as a draft at each change until it is sent or discarded. */
export function useDraft<Input extends object>(form: string, current: Input): DraftEditing<Input> {
  const { id: operator } = useOperator();
  const [draft, setDraft] = useState(() => findDraft<Input>(operator, form));
  const [isKept, setIsKept] = useState(true);
  const discard = useCallback(() => {
    setIsKept(true);
    setDraft(undefined);
    forgetDraft(operator, form);
  }, [operator, form]);
  const { input, basis } = draft ?? { input: current, basis: current };
  return {
    input,
    basis,
    current,
    savedAt: draft?.savedAt,
    isKept,
    isOutdated: JSON.stringify(basis) !== JSON.stringify(current),
    change: (part) => {
      const changed = { input: { ...input, ...part }, basis, savedAt: new Date().toISOString() };
      setDraft(changed);
      setIsKept(keepDraft(operator, form, changed));
    },
    discard,
  };
}
