// What rules cost: transfers between accounts whose product has twenty, and between such without.
import { randomUUID } from 'node:crypto';
import { cpuMilliseconds } from '../load/processes.ts';
import { closedLoop } from '../load/closed-loop.ts';
import type { Measurement } from '../report/measurement.ts';
import { startProduct } from '../load/product.ts';
import type { Product, ProductRequest } from '../load/product.ts';
import { percentile, ratios, spread } from '../report/statistics.ts';
import { textTable } from '../report/text-table.ts';
import { transferBody } from '../../samples/accounts.ts';
import { openFunded } from '../load/transfers.ts';

const RULES = 20;
const SLICES_PER_ROUND = 10;
const TRANSFERS_PER_SLICE = 60;

interface Side {
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
      await makeRules(product, 'ruled');
      const [plain, ruled] = [await openSide(product, 'plain'), await openSide(product, 'ruled')];
      for (const side of [plain, ruled, plain, ruled]) await slice(product, side);
      for (const side of [plain, ruled]) side.medians.length = side.cpu.length = 0;
      for (let turn = 0; turn < bench.rounds * SLICES_PER_ROUND; turn += 1) {
        bench.progress(`slice ${turn + 1} of ${bench.rounds * SLICES_PER_ROUND}`);
        // Whoever goes first in a pair goes second in the next one.
        for (const side of turn % 2 === 0 ? [plain, ruled] : [ruled, plain]) {
          await slice(product, side);
        }
      }
      return report(plain, ruled);
    } finally {
      await product.stop();
    }
  },
};

async function makeRules(product: Product, productId: string): Promise<void> {
  for (let number = 1; number <= RULES; number += 1) {
    await product.demand({
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

async function openSide(product: Product, productId: string): Promise<Side> {
  const from = await openFunded(product, productId);
  return { from, to: await openFunded(product, productId), medians: [], cpu: [] };
}

async function slice(product: Product, { from, to, medians, cpu }: Side): Promise<void> {
  const transfers = Array.from({ length: TRANSFERS_PER_SLICE }, (): ProductRequest => {
    const path = '/api/journal-entries';
    const body = transferBody(from, to, '0.01');
    return { method: 'POST', path, permission: 'finance.write', body, key: randomUUID() };
  });
  const before = cpuMilliseconds([product.pid]);
  const { durations } = await closedLoop(1, [transfers], (request) => product.demand(request));
  cpu.push((cpuMilliseconds([product.pid]) - before) / transfers.length);
  medians.push(percentile(durations, 0.5));
}

function report(plain: Side, ruled: Side): string[] {
  return [
    `A transfer between accounts whose product has ${RULES} rules, beside one without rules`,
    '',
    ...textTable(
      ['', 'without, ms', `${RULES} rules, ms`, 'ratio'],
      [
        ['p50 over HTTP', plain.medians, ruled.medians],
        ['processor', plain.cpu, ruled.cpu],
      ].map(([name, without, having]) => [
        String(name),
        spread(without as number[], 2),
        spread(having as number[], 2),
        spread(ratios(having as number[], without as number[]), 2),
      ]),
    ),
  ];
}
