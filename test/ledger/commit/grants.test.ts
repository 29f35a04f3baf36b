// The grants of each operation's row are exactly the actions it uses: with fewer it would fail on
// AWS. The calls are in test/support/scenarios.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { runPeriodClose } from '../../support/accounting-periods/closings.ts';
import { setExportSchedule } from '../../support/fixtures/batches/export-schedules.ts';
import { startWatchedExports, runExportTasks } from '../../support/fixtures/batches/exports.ts';
import type { WatchedExports } from '../../support/fixtures/batches/exports.ts';
import { readSealedRecords } from '../../support/evidence/log-scenarios.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import {
  createEnforcedTenant,
  createScenarioRecords,
} from '../../support/scenarios/scenario-records.ts';
import type { ScenarioRecords } from '../../support/scenarios/scenario-records.ts';
import { runYearClosings } from '../../support/scenarios/scenario-year.ts';
import { scenarios } from '../../support/scenarios/scenarios.ts';

let ledger: WatchedExports;
let records: ScenarioRecords;
beforeAll(async () => {
  ledger = await startWatchedExports();
  const yearClosings = await runYearClosings(ledger, 'acme');
  await setExportSchedule(ledger, 'acme');
  const enforced = await createEnforcedTenant(ledger);
  records = { ...(await createScenarioRecords(ledger)), yearClosings, enforced };
  await runExportTasks('acme', records.batch);
  await runPeriodClose('acme', records.approvedClosing);
  // A filtered list leads to records once the read model has them.
  await projectReceipts(ledger);
  const sealed = await readSealedRecords(ledger, records.entry, sealLog);
  records = { ...records, sealed };
});
afterAll(() => ledger.stop());

test.each(Object.keys(operations) as OperationName[])(
  '%s uses exactly its grants',
  async (name) => {
    const { ledger: ledgerTable, receipts, projections, webhooks } = ledger.tables;
    // The product cache has expired: the operation reads it again.
    advanceTime(60_000);
    ledger.proxy.requests.length = 0;

    for (const options of scenarios[name](records)) await ledger.call(name, options);

    const used = ledger.proxy.requests
      .flatMap(({ actions }) => actions)
      .map((action) => {
        const [verb = '', resource = ''] = action.split(' ');
        const table = resource
          .replace(receipts, 'receipts')
          .replace(projections, 'projections')
          .replace(webhooks, 'webhooks')
          .replace(ledger.identityTable, 'identity')
          .replace(ledgerTable, 'ledger');
        return `${table}:${verb}`;
      });
    // The parts of the identity table differ in their partitions, which test/stacks checks.
    const ofTables = operations[name].uses
      .filter((use) => !/^(artifacts|evidence)\b/.test(use))
      .map((use) => use.replace(/^identity\/[^:]+/, 'identity'));
    expect([...new Set(used)].sort()).toEqual([...new Set(ofTables)].toSorted());
  },
);
