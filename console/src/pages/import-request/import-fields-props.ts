import type { ImportDraft, ImportFaults } from './import-draft.ts';

/** What every part of the form gets. */
export interface ImportFieldsProps {
  readonly draft: ImportDraft;
  readonly faults: ImportFaults;
  readonly isLocked: boolean;
  readonly onChange: (change: Partial<ImportDraft>) => void;
}
