// How the present version of each noun is read whose versions can be read: one request each. It says which
// versions there are, also while the read model lacks the newest.
import type { VersionedNoun } from '../../domain/versions/versioned-nouns.ts';
import type { Session } from '../commit/session.ts';
import { readControls } from '../controls/controls.ts';
import { readLedgerAccount } from '../general-ledger/accounts.ts';
import { readSettings } from '../general-ledger/settings.ts';
import { readProduct, readRuleRecord } from '../products/reads.ts';
import { readSchema } from '../schemas/reads.ts';
import { readWorkflow } from '../workflows/reads.ts';

export interface CurrentVersion {
  /** 0 for settings that were never changed. */
  readonly version: number;
  readonly updatedAt?: string;
}

/** Refuses as the operation that reads the noun does. */
type VersionReader = (session: Session, id: readonly string[]) => Promise<CurrentVersion>;

export const currentVersions: Readonly<Record<VersionedNoun, VersionReader>> = {
  product: (session, [id = '']) => readProduct(session, id),
  rule: (session, [productId = '', ruleId = '']) => readRuleRecord(session, productId, ruleId),
  entity_schema: (session, [id = '']) => readSchema(session, id),
  // A workflow never changes.
  workflow: async (session, [id = '']) => {
    const { createdAt: updatedAt } = await readWorkflow(session, id);
    return { version: 1, updatedAt };
  },
  general_ledger_account: (session, [code = '']) => readLedgerAccount(session, code),
  general_ledger_settings: (session) => readSettings(session),
  controls: (session) => readControls(session),
};
