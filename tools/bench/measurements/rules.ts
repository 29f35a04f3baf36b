// The cost of rules: transfers between accounts whose product has twenty, and between accounts
// without.
import { randomUUID } from 'node:crypto';
import { readCpuMs } from '../load/processes.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import type { Measurement } from '../report/measurement.ts';
import { startProduct } from '../load/running-product.ts';
import type { RunningProduct, ProductCall } from '../load/running-product.ts';
import { computePercentile, computeRatios, formatSpread } from '../report/statistics.ts';
import { formatTable } from '../report/text-table.ts';
import { buildRentBody } from '../../samples/accounts.ts';
import { openFundedAccount } from '../load/transfers.ts';

const RULES = 20;
const SLICES_PER_ROUND = 10;
const TRANSFERS_PER_SLICE = 60;

interface RuleSide {
  readonly from: string;
  readonly to: string;
  readonly medians: number[];
  readonly cpu: number[];
}

export const rules: Measurement = {
  name: 'rules',
  async run(bench) {
    const product = await startProduct({ folder: bench.folder, engine: bench.engine });
    try {
      await createRules(product, 'ruled');
      const [plain, ruled] = [await openSide(product, 'plain'), await openSide(product, 'ruled')];
      for (const side of [plain, ruled, plain, ruled]) await measureRuleSlice(product, side);
      for (const side of [plain, ruled]) side.medians.length = side.cpu.length = 0;
      for (let turn = 0; turn < bench.rounds * SLICES_PER_ROUND; turn += 1) {
        bench.progress(`slice ${turn + 1} of ${bench.rounds * SLICES_PER_ROUND}`);
        // The sides take turns in going first.
        for (const side of turn % 2 === 0 ? [plain, ruled] : [ruled, plain]) {
          await measureRuleSlice(product, side);
        }
      }
      return buildReport(plain, ruled);
    } finally {
      await product.stop();
    }
  },
};

async function createRules(product: RunningProduct, productId: string): Promise<void> {
  for (let number = 1; number <= RULES; number += 1) {
    await product.requireSuccess({
      method: 'POST',
      path: `/api/products/${productId}/rules`,
      permission: 'configuration.write',
      key: randomUUID(),
      body: {
        rule_type: 'LIMIT',
        priority: number,
        condition: `posting.direction == "DEBIT" && amount > ${number}000000.00 && account.status == "ACTIVE"`,
        action: { type: 'DENY', message: `No more than ${number} million.` },
      },
    });
  }
}

async function openSide(product: RunningProduct, productId: string): Promise<RuleSide> {
  const from = await openFundedAccount(product, productId);
  return { from, to: await openFundedAccount(product, productId), medians: [], cpu: [] };
}

async function measureRuleSlice(
  product: RunningProduct,
  { from, to, medians, cpu }: RuleSide,
): Promise<void> {
  const transfers = Array.from({ length: TRANSFERS_PER_SLICE }, (): ProductCall => {
    const path = '/api/journal-entries';
    const body = buildRentBody(from, to, '0.01');
    return { method: 'POST', path, permission: 'finance.write', body, key: randomUUID() };
  });
  const before = readCpuMs([product.pid]);
  const { durations } = await runClosedLoop(1, [transfers], (request) =>
    product.requireSuccess(request),
  );
  cpu.push((readCpuMs([product.pid]) - before) / transfers.length);
  medians.push(computePercentile(durations, 0.5));
}

function buildReport(plain: RuleSide, ruled: RuleSide): string[] {
  return [
    `A transfer between accounts whose product has ${RULES} rules, beside one without rules`,
    '',
    ...formatTable(
      ['', 'without, ms', `${RULES} rules, ms`, 'ratio'],
      [
        ['p50 over HTTP', plain.medians, ruled.medians],
        ['processor', plain.cpu, ruled.cpu],
      ].map(([name, without, having]) => [
        String(name),
        formatSpread(without as number[], 2),
        formatSpread(having as number[], 2),
        formatSpread(computeRatios(having as number[], without as number[]), 2),
      ]),
    ),
  ];
}
