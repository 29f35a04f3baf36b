// The trial balance as a tree: every line of it counts once, at any depth.
import { expect, test } from '@jest/globals';
import type { GeneralLedgerAccountType, TrialBalanceRow } from '../../../client/client.ts';
import {
  buildBalanceTree,
  sumFigures,
} from '../../../console/src/pages/trial-balance/balance-tree.ts';
import type { BalanceNode } from '../../../console/src/pages/trial-balance/balance-tree.ts';

function buildRow(code: string, debits: string, credits = '0.00'): TrialBalanceRow {
  const closing = credits === '0.00' ? debits : `-${credits}`;
  return { code, currency: 'EUR', opening: '0.00', debits, credits, closing };
}

function buildAccount(code: string, type: GeneralLedgerAccountType, parent?: string) {
  return { code, name: `Name ${code}`, type, ...(parent !== undefined && { parent }) };
}

/** A tree as indented text. */
function drawTree(nodes: readonly BalanceNode[], depth = 0): readonly string[] {
  return nodes.flatMap(({ kind, code, type, closing, children }) => [
    `${'  '.repeat(depth)}${kind} ${code ?? type ?? 'none'} ${closing}`,
    ...drawTree(children, depth + 1),
  ]);
}

test('accounts stand below their types and parents, with sums', () => {
  const chart = [
    buildAccount('1', 'ASSET'),
    buildAccount('10', 'ASSET', '1'),
    buildAccount('100', 'ASSET', '10'),
    buildAccount('101', 'ASSET', '10'),
    buildAccount('2', 'LIABILITY'),
    buildAccount('3', 'ASSET'),
  ];
  const rows = [buildRow('101', '1.00'), buildRow('100', '5.00'), buildRow('2', '0.00', '6.50')];

  expect(drawTree(buildBalanceTree([...rows, buildRow('zz', '0.50')], chart))).toEqual([
    'type ASSET 6.00',
    '  sum 1 6.00',
    '    sum 10 6.00',
    '      account 100 5.00',
    '      account 101 1.00',
    'type LIABILITY -6.50',
    '  account 2 -6.50',
    'type none 0.50',
    '  account zz 0.50',
  ]);
});

test('what is posted on an account with others below it is a row of its own', () => {
  const chart = [buildAccount('1', 'ASSET'), buildAccount('10', 'ASSET', '1')];
  const [assets] = buildBalanceTree([buildRow('1', '2.00'), buildRow('10', '3.00')], chart);
  const [sum] = assets?.children ?? [];

  expect(drawTree(assets ? [assets] : [])).toEqual([
    'type ASSET 5.00',
    '  sum 1 5.00',
    '    account 1 2.00',
    '    account 10 3.00',
  ]);
  expect(sum?.children[0]).toMatchObject({ code: '1', name: 'Name 1' });
  expect(sum?.children[0]?.id).not.toBe(sum?.id);
});

test('an account of another type than its parent counts with its own type', () => {
  const chart = [buildAccount('1', 'ASSET'), buildAccount('10', 'EXPENSE', '1')];
  const rows = [buildRow('1', '2.00'), buildRow('10', '3.00')];

  expect(drawTree(buildBalanceTree(rows, chart))).toEqual([
    'type ASSET 2.00',
    '  account 1 2.00',
    'type EXPENSE 3.00',
    '  account 10 3.00',
  ]);
});

test('sums are exact at any size', () => {
  const most = `${'9'.repeat(36)}.99`;
  const rows = [buildRow('1', most), buildRow('2', '0.01')];

  expect(sumFigures(rows).closing).toBe(`1${'0'.repeat(36)}.00`);
});
