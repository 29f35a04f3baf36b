// docs/costs.md, from measurements, prices and assumptions.
import type { OperationName } from '../../functions/operations/operations.ts';
import { computeBill, computeQuantities } from './bill.ts';
import type { MeasuredConsumption } from './bill.ts';
import type { Consumption } from '../metering/consumption.ts';
import { computeCost, formatDollars } from './dollars.ts';
import {
  ASSUMPTIONS,
  BYTES_PER_ACCOUNT,
  BYTES_PER_TRANSFER,
  CALLS_PER_THOUSAND_TRANSFERS,
  FEED_BYTES_PER_RECEIPT,
  INSTITUTIONS,
} from './institutions.ts';
import type { MeasuredOperations } from './measure.ts';
import type { MeasuredProjections } from './measure-projections.ts';
import { formatTable } from './cost-table.ts';
import { computeCostOfMillion } from './operation-cost.ts';
import { buildCanarySection } from './sections/canary-section.ts';
import { buildBackupSection } from './sections/backup-section.ts';
import { buildSealingSection } from './sections/sealing-section.ts';
import { buildVerificationSection } from './sections/verification-section.ts';
import { PRICE_TITLES } from './price-titles.ts';
import { BACKUP_PRICES, PRICES_AS_OF, PRICES, REGION } from './prices.ts';
import type { Price, PriceName } from './prices.ts';

const MILLION = 1_000_000n;

export function buildCostsPage(measured: MeasuredConsumption): string {
  return [
    '# Costs',
    '',
    '<!-- Generated from measurements and tools/costs/ by `npm run costs`. Do not edit. -->',
    '',
    'The requests of each operation to the store are measured: `npm run costs` starts the product, calls every operation with its',
    'sample, and counts the requests of the function and the units that the engine reports. This page shows the cheapest of three',
    'calls, or the only one where a tenant can make no other: in the first, a function also reads what it then caches, such as',
    'products. Prices and assumptions are inputs: change them in `tools/costs/prices.ts` and `tools/costs/institutions.ts`, and',
    'run the command again.',
    '',
    `Prices are list prices of ${REGION}, of the first tier, without free tiers and discounts. **None was read from AWS**, whose`,
    `pages load their figures by script. The prices are from articles that quote these pages, found on ${PRICES_AS_OF}. For S3 and`,
    'Secrets Manager no article was found; their prices are commonly known values. Each price names the authoritative page: check',
    'it before you rely on a sum. Each line is rounded up to a millionth of a dollar and added as such; the tables show cents.',
    '',
    ...buildOperationsSection(measured.operations),
    ...buildProjectionsSection(measured.projections),
    ...buildSealingSection(),
    ...buildVerificationSection(),
    ...buildStorageSection(),
    ...buildBillSection(measured),
    ...buildCanarySection(),
    ...buildBackupSection(),
    ...buildAssumptionsSection(),
    ...buildPricesSection(),
    '',
  ].join('\n');
}

function buildOperationsSection(measured: MeasuredOperations): string[] {
  const { mutationMs, readMs, memoryMegabytes, logBytesPerRequest } = ASSUMPTIONS;
  return [
    '## Each operation',
    '',
    'The table shows the requests to the store, the read and write request units, and the dollars for a million calls: for the',
    `store alone, and in total. The total adds the gateway, a function of ${memoryMegabytes} MB that runs ${mutationMs} ms for a mutation and ${readMs} ms`,
    `for a read, and ${logBytesPerRequest} bytes of logs. A list that is spread over the 4 write shards takes one query for each. The lists here`,
    'are short, because the samples create few records; a long page costs one more read unit for every 4 KB.',
    '',
    "A balance as of an instant costs what the present one costs, and twice that before the account's first entry. A statement",
    'of a period that fits on one page costs no more than one without a period. A longer one takes one more request and read',
    'unit on its first and last page, and up to two more on those between; an empty one takes one or two more.',
    '',
    ...formatTable(
      ['operation', 'requests', 'read units', 'write units', 'store, $', 'total, $'],
      (Object.keys(measured) as OperationName[]).map((name) => {
        const consumption = measured[name];
        const { store, inAll } = computeCostOfMillion(name, consumption);
        const { requests, readUnits, writeUnits } = consumption;
        const counts = [requests, readUnits, writeUnits].map(String);
        return [`\`${name}\``, ...counts, formatDollars(store), formatDollars(inAll)];
      }),
    ),
    '',
    'A cancelled transaction costs the same as a successful one: a lost race costs its write units again.',
    '',
  ];
}

function buildProjectionsSection(measured: MeasuredProjections): string[] {
  const { receiptsPerBatch } = ASSUMPTIONS;
  const row = ([name, { readUnits, writeUnits }]: [string, Consumption]) => {
    const each = [writeUnits, readUnits].map((units) => units / Number(receiptsPerBatch));
    return [`\`${name}\``, ...each.map((units) => units.toFixed(1))];
  };
  return [
    '## Read models',
    '',
    `After each mutation the projector writes the read models. \`npm run costs\` has it apply stream batches of ${receiptsPerBatch}`,
    'receipts of one operation, and counts the units of the whole batch: records, lists, audit events, the general ledger and',
    'the status. The table shows the units for each receipt.',
    '',
    ...formatTable(['operation', 'write units', 'read units'], Object.entries(measured).map(row)),
    '',
    'A batch of one receipt costs more, because the counters and the status are written for it alone. A journal entry with',
    'many account codes costs more as well: two write units for each line, and six for each code that the batch touches.',
    '',
  ];
}

function buildStorageSection(): string[] {
  const monthly = (bytes: bigint) =>
    computeCost(PRICES.tableBytes, bytes * MILLION) +
    computeCost(PRICES.recoveryBytes, bytes * MILLION);
  const row = (title: string, { ledger, receipts }: typeof BYTES_PER_TRANSFER) => {
    const bytes = ledger + receipts;
    return [title, ...[ledger, receipts, bytes].map(String), formatDollars(monthly(bytes))];
  };
  return [
    '## Storage',
    '',
    'Records and receipts are never deleted. The table shows the bytes that each transfer and account stores, including the 100 that',
    'DynamoDB adds to each item, and the monthly cost of a million, including point-in-time recovery.',
    '`test/tools/costs/item-bytes.test.ts` checks that the measured bytes are at most these, and less than a tenth fewer. The index',
    `of receipts takes ${FEED_BYTES_PER_RECEIPT} bytes more for each receipt, without recovery.`,
    '',
    ...formatTable(
      ['of each', 'ledger, bytes', 'receipts, bytes', 'a million, MB', 'a million, $ a month'],
      [row('transfer (two postings)', BYTES_PER_TRANSFER), row('account', BYTES_PER_ACCOUNT)],
    ),
    '',
  ];
}

function buildBillSection(measured: MeasuredConsumption): string[] {
  const bills = INSTITUTIONS.map((one) => computeBill(computeQuantities(one, measured)));
  const names = (Object.keys(PRICES) as PriceName[]).filter((name) =>
    bills.some(({ lines }) => lines[name] > 0n),
  );
  const transfers = INSTITUTIONS.map((one) => one.transfersPerDay * ASSUMPTIONS.daysPerMonth);
  const eachThousand = bills.map(({ total }, index) => (total * 1_000n) / (transfers[index] ?? 1n));
  return [
    '## The bill of a month',
    '',
    `The bills of three institutions for month ${ASSUMPTIONS.month}, with one export of the month. Storage is all that was stored until then. The`,
    'bills leave out sign-ins, webhooks, imports, the console, a web ACL, the verification of the evidence logs, a canary and backups.',
    '',
    ...formatTable(
      ['', ...INSTITUTIONS.map(({ name }) => name)],
      [
        ['accounts', ...INSTITUTIONS.map(({ accounts }) => accounts.toLocaleString('en'))],
        [
          'transfers a day',
          ...INSTITUTIONS.map(({ transfersPerDay }) => transfersPerDay.toLocaleString('en')),
        ],
        ...names.map((name) => [
          `${PRICE_TITLES[name]}, $`,
          ...bills.map(({ lines }) => formatDollars(lines[name])),
        ]),
        ['**total, $**', ...bills.map(({ total }) => `**${formatDollars(total)}**`)],
        ['for a thousand transfers, $', ...eachThousand.map((each) => formatDollars(each, 4))],
      ],
    ),
    '',
  ];
}

function buildAssumptionsSection(): string[] {
  const mix = Object.entries(CALLS_PER_THOUSAND_TRANSFERS).map(
    ([name, count]) => `${count} \`${name}\``,
  );
  return [
    '## Assumptions',
    '',
    `For a thousand transfers: ${mix.join(', ')}.`,
    '`tools/costs/institutions.ts` has comments on most of these values:',
    '',
    ...formatTable(
      ['assumption', 'value'],
      Object.entries(ASSUMPTIONS).map(([name, value]) => [
        `\`${name}\``,
        value.toLocaleString('en'),
      ]),
    ),
    '',
    'Functions read a stream free of charge; their invocations are counted. The nightly verification reads all that is stored',
    'every night of the month. When the gateway has not cached its answer, the authorizer reads whether the token was revoked, its',
    'sign-in still lasts and its client still exists (`authorizationReadUnits`); the requests of an operation above are those of its',
    'own function.',
    '',
  ];
}

function buildPricesSection(): string[] {
  const list: Readonly<Record<string, Price>> = { ...PRICES, ...BACKUP_PRICES };
  return [
    '## Prices',
    '',
    ...formatTable(
      ['unit', '$', 'authoritative page'],
      Object.values(list).map(({ microDollars, unit, source }) => [
        unit,
        formatDollars(microDollars, 6).replace(/(\.\d\d\d*?)0+$/, '$1'),
        `<${source}>`,
      ]),
    ),
  ];
}
