// What importing a chart would change, as the page shows it before the file is sent.
import { expect, test } from '@jest/globals';
import { compareChart } from '../../../console/src/pages/import-request/chart-preview/chart-comparison.ts';
import { readChartFile } from '../../../console/src/pages/import-request/chart-preview/chart-file.ts';

const CSV = { mediaType: 'text/csv', delimiter: '', encoding: '', headerMapping: '' } as const;
const TIME = '2026-11-20T12:00:00.000Z';
const base = { normal_side: 'DEBIT', version: 1, created_at: TIME, updated_at: TIME } as const;
const CHART = [
  { ...base, code: '1000', name: 'Cash', type: 'ASSET', status: 'ACTIVE', mappings: {} },
  {
    ...base,
    code: '1100',
    name: 'Till',
    type: 'ASSET',
    parent: '1000',
    status: 'ACTIVE',
    mappings: {},
  },
  { ...base, code: '9999', name: 'Other', type: 'ASSET', status: 'ACTIVE', mappings: {} },
] as const;

test('a file is read as its form says, with quotes, a mark at its start and other headings', async () => {
  const file = new Blob([
    '\ufeffKonto;name;type;ignored;mappings\r\n1000;"Cash; in hand";ASSET;x;"HGB=1600; SAF-T=0110"\r\n',
  ]);
  const form = { ...CSV, delimiter: ';', headerMapping: 'Konto = code\nignored =' } as const;
  const quoted = await readChartFile(file, form);
  expect([...quoted]).toEqual([
    [
      '1000',
      {
        name: 'Cash; in hand',
        type: 'ASSET',
        status: 'ACTIVE',
        mappings: { HGB: '1600', 'SAF-T': '0110' },
      },
    ],
  ]);

  const lines = new Blob(['{"code":"1","name":"A","type":"ASSET","status":"CLOSED"}\n\n']);
  const read = await readChartFile(lines, { ...CSV, mediaType: 'application/x-ndjson' });
  expect([...read]).toEqual([['1', { name: 'A', type: 'ASSET', status: 'CLOSED', mappings: {} }]]);
  await expect(
    readChartFile(new Blob(['{']), { ...CSV, mediaType: 'application/x-ndjson' }),
  ).rejects.toThrow();
});

test('accounts are added, changed, or as they are; a value that the file leaves out goes', async () => {
  const rows = ['code,name,type', '1000,Cash,ASSET', '1100,Till,ASSET', '1200,Safe,ASSET'];
  const defined = await readChartFile(new Blob([rows.join('\n')]), CSV);
  const { from, to, ...counts } = compareChart(CHART, defined);

  expect(counts).toEqual({ added: 1, changed: 1, unchanged: 1 });
  expect(from['1100']).toHaveProperty('parent', '1000');
  expect(to['1100']).not.toHaveProperty('parent');
  expect(Object.keys(to)).toEqual(['1000', '1100', '1200']);
  expect(Object.keys(from)).toEqual(['1000', '1100']);
});
