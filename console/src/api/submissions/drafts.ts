// What an operator has typed and not sent, kept for this tab until it is sent or discarded, also while the page
// is loaded again. Only forms without names of customers keep drafts: the storage of a tab is no place for those.
import { keepInTab, readFromTab } from './tab-storage.ts';

const STORED = 'countinghouse.drafts';
/** Browsers keep 2.6 million characters for a tab, or more. The rest is for what is sent, and for the sign-in. */
const CHARACTERS_MAX = 2_000_000;

export interface KeptDraft<Input> {
  readonly input: Input;
  /** What the form showed when the draft was started. */
  readonly basis: Input;
  readonly savedAt: string;
}

interface StoredDrafts {
  /** The operator who typed them; no one else is shown any. */
  readonly operator: string;
  readonly byForm: Readonly<Record<string, unknown>>;
}

/** Finds the operator's draft of a form. */
export function findDraft<Input>(operator: string, form: string): KeptDraft<Input> | undefined {
  const { byForm } = readDrafts(operator);
  return Object.hasOwn(byForm, form) ? (byForm[form] as KeptDraft<Input>) : undefined;
}

/** Returns false where the tab has no room for the draft: what it kept before then stays. */
export function keepDraft<Input>(operator: string, form: string, draft: KeptDraft<Input>): boolean {
  const { byForm } = readDrafts(operator);
  return write({ operator, byForm: { ...byForm, [form]: draft } });
}

export function forgetDraft(operator: string, form: string): void {
  const { [form]: _forgotten, ...byForm } = readDrafts(operator).byForm;
  write({ operator, byForm });
}

/** Forgets the drafts of all forms, when the operator signs out. */
export function forgetDrafts(): void {
  sessionStorage.removeItem(STORED);
}

function readDrafts(operator: string): StoredDrafts {
  const stored = readFromTab(STORED) as StoredDrafts | null;
  return stored?.operator === operator ? stored : { operator, byForm: {} };
}

function write(drafts: StoredDrafts): boolean {
  return keepInTab(STORED, drafts, { content: drafts.byForm, longest: CHARACTERS_MAX });
}
