// The published log is that of its state: its tiles are those of its entries, its newest checkpoint is signed
// and has the root, and its entries have the digests of the journal entries.
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { computeStoredDigest } from '../../evidence/receipt-entries.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import { JOURNAL_ENTRY_RECORD } from '../../domain/evidence/receipt-entry.ts';
import type { LoggedRecord } from '../../domain/evidence/receipt-entry.ts';
import { readLogHead } from '../../ledger/evidence/head.ts';
import { logHeadFields } from '../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import { batchGet } from '../../ledger/store/batch-get.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { VerificationCheck } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';
import { OwnerFlaws } from '../owned-records.ts';
import { Recheck } from '../recheck.ts';
import { readIfSound } from '../records/unreadable.ts';
import { reportLostStates } from './lost-states.ts';
import { PublishedLog } from './published-log.ts';

export const evidenceLogs: VerificationCheck = {
  name: 'evidence-logs',
  begin: (audit) => {
    const recheck = new Recheck(audit);
    return {
      kinds: ['LOG'],
      visit: async ({ tenant, item }) => {
        const { store, evidence: bucket } = audit;
        const stored = logHeadFields.fromItem(item);
        if (!bucket) {
          audit.remark(
            `${tenant}: the evidence log ${stored.origin} was not verified, because its bucket was not found or given.`,
          );
          return;
        }
        const log = { store, bucket, tenant };
        const first = await findFlaws(log, stored);
        // A sealer may have been between two steps.
        await recheck.add(first.kept, async () => {
          const head = await readLogHead(store, tenant);
          if (!head) return [];
          const { kept, unlisted } = await findFlaws(log, head);
          if (unlisted > 0) {
            audit.remark(
              `${unlisted} further differences of the evidence log ${head.origin} were found, which are not counted or listed.`,
            );
          }
          return kept;
        });
      },
      settle: (isOver) => recheck.settle(isOver),
      conclude: async () => {
        await reportLostStates(audit);
        return undefined;
      },
    };
  },
};

// Of a ledger that was restored to an earlier moment, each later entry differs.
async function findFlaws(log: EvidenceLog, head: LogHead): Promise<OwnerFlaws> {
  const { tenant } = log;
  const about = { tenant, kind: RECORD_KINDS.LOG.noun, id: head.origin };
  const place = evidenceKeys.head(tenant);
  const published = new PublishedLog(log, head);
  const [all, entries] = [new OwnerFlaws(), new OwnerFlaws()];
  for await (const records of published.readAll()) {
    entries.add(await compareJournalEntries(log, records));
    entries.add(await published.order.listFlaws(log));
  }
  all.addOwn(published.flaws.map((flaw) => ({ ...about, place, ...flaw })));
  all.addOwn(entries.kept, entries.unlisted);
  return all;
}

async function compareJournalEntries(
  { store, tenant }: EvidenceLog,
  records: readonly LoggedRecord[],
): Promise<Flaw[]> {
  const logged = records.filter(({ type }) => type === JOURNAL_ENTRY_RECORD);
  const wanted = logged.map(({ id }) => keys.journalEntry(tenant, id));
  const items = await batchGet(store, store.ledgerTable, wanted);
  const byId = new Map(items.map((item) => [item.SK, item]));
  return logged.flatMap(({ id, sha256 }) => {
    const item = byId.get(id);
    const stored = (item && readIfSound(() => computeStoredDigest(id, item))) ?? NO_RECORD;
    if (stored === sha256) return [];
    const derived = `${sha256}, as the evidence log has it`;
    const kind = RECORD_KINDS.JRN.noun;
    const place = keys.journalEntry(tenant, id);
    return [{ tenant, kind, id, field: 'digest', stored, derived, place }];
  });
}
