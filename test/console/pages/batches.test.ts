// What the pages of exports and imports decide without a browser.
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { nameBatch } from '../../../console/src/parts/batches/batch-request.ts';
import { compareFile, isSameFile } from '../../../console/src/pages/batch/check/compare-file.ts';
import { readCurrencyTotals } from '../../../console/src/pages/batch/currency-totals.ts';
import {
  buildDeliveryInput,
  findDeliveryFaults,
  formatDeliveryTime,
} from '../../../console/src/pages/batch/delivery-time.ts';
import { choosePollInterval } from '../../../console/src/pages/batch/poll-interval.ts';
import {
  buildExportBody,
  buildExportDraft,
  findExportFaults,
} from '../../../console/src/pages/export-request/export-draft.ts';
import { declareFile } from '../../../console/src/api/uploads/declare-file.ts';
import {
  buildImportBody,
  EMPTY_IMPORT,
  findImportFaults,
  guessMediaType,
  OF_ENTITY,
  parseHeaderMapping,
} from '../../../console/src/pages/import-request/import-draft.ts';
import { formatBytes } from '../../../console/src/values/byte-sizes.ts';

const NOW = new Date('2026-11-23T09:30:20Z');
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['RUNNING', 0, 2_000],
  ['ACCEPTED', 59_999, 2_000],
  ['RUNNING', 60_000, 10_000],
  ['COMPLETED', 0, false],
  ['FAILED', 90_000, false],
  [undefined, 0, false],
])('a batch that is %j after %j ms is read again after %j ms', (status, watched, next) => {
  expect(choosePollInterval(status, watched)).toBe(next);
});

const TEXTS = ['first part.', 'second part', 'end'];
const parts = TEXTS.map((text, index) => ({
  number: index + 1,
  offset: TEXTS.slice(0, index).join('').length,
  size_bytes: text.length,
  sha256: hash(text),
}));

async function compare(text: string) {
  const shares: number[] = [];
  const options = {
    signal: new AbortController().signal,
    onProgress: (share: number) => shares.push(share),
  };
  return { shares, comparison: await compareFile(new Blob([text]), parts, options) };
}

test('a file is compared part by part', async () => {
  const whole = TEXTS.join('');
  const { comparison, shares } = await compare(whole);
  expect(isSameFile(comparison)).toBe(true);
  expect(shares).toEqual([1 / 3, 2 / 3, 1]);

  const changed = (await compare(whole.replace('second', 'Second'))).comparison;
  expect(isSameFile(changed)).toBe(false);
  expect(changed.differing.map(({ number }) => number)).toEqual([2]);

  const longer = (await compare(`${whole}\n`)).comparison;
  expect(isSameFile(longer)).toBe(false);
  expect(longer).toMatchObject({ expectedBytes: 25, actualBytes: 26, differing: [] });

  const shorter = (await compare(whole.slice(0, -1))).comparison;
  expect(shorter.differing.map(({ number }) => number)).toEqual([3]);
});

test('a comparison that is stopped reads no further', async () => {
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const { signal } = controller;

  await expect(
    compareFile(new Blob([TEXTS.join('')]), parts, { signal, onProgress }),
  ).rejects.toThrow('aborted');
});

test('an empty export has no part, and its file no byte', async () => {
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  expect(isSameFile(await compareFile(new Blob([]), [], options))).toBe(true);
  expect(isSameFile(await compareFile(new Blob(['x']), [], options))).toBe(false);
});

test('control totals are read where the receipt has them', () => {
  const euro = { currency: 'EUR', total_debits: '1250.00', total_credits: '1250.00' };
  expect(readCurrencyTotals({ by_currency: [euro, { currency: 'USD' }, null] })).toEqual([euro]);
  expect(readCurrencyTotals({})).toEqual([]);
});

test('a delivery is at the present minute, unless another is entered', () => {
  const input = { ...buildDeliveryInput(NOW), reference: 'DGFIP-1' };
  expect(input).toMatchObject({ day: '2026-11-23', time: '09:30' });
  expect(findDeliveryFaults(input, NOW)).toEqual({});
  expect(formatDeliveryTime({ ...input, time: ' 07:05 ' })).toBe('2026-11-23T07:05:00Z');

  expect(findDeliveryFaults({ reference: ' ', day: '2026-02-30', time: '24:00' }, NOW)).toEqual({
    reference: 'authorityReferenceMissing',
    day: 'dayInvalid',
    time: 'timeInvalid',
  });
  expect(findDeliveryFaults({ ...input, time: '09:32' }, NOW)).toEqual({ day: 'inFuture' });
});

test('a new export is of the last month that is over', () => {
  expect(buildExportDraft({}, NOW)).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
  expect(buildExportDraft({}, new Date('2026-01-15T00:00:00Z'))).toMatchObject({
    from: '2025-12-01',
    to: '2025-12-31',
  });
  expect(buildExportDraft({ from: '2025-01-01', to: '2025-12-31', code: 'X' }, NOW)).toMatchObject({
    from: '2025-01-01',
    to: '2025-12-31',
    code: 'X',
  });
});

const exportDraft = { ...buildExportDraft({}, NOW), code: 'BANKING-ACT-24', until: '2036-12-31' };

test.each([
  [{}, {}],
  [{ from: '2026-13-01' }, { from: 'dayInvalid' }],
  [{ from: '2026-11-24', to: '2026-11-30' }, { from: 'periodAhead' }],
  [{ to: '2026-09-30' }, { to: 'periodReversed' }],
  [{ code: '§ 24c KWG' }, {}],
  [{ code: 'Art. 6, 1' }, {}],
  [{ code: '💶'.repeat(64) }, {}],
  [{ code: 'x'.repeat(65) }, { code: 'codeInvalid' }],
  [{ code: 'A\nB' }, { code: 'codeInvalid' }],
  [{ code: '' }, { code: 'codeInvalid' }],
  [{ code: ' \u200b' }, { code: 'codeInvalid' }],
  [{ until: '' }, { until: 'dayInvalid' }],
  [{ until: '2026-11-23' }, { until: 'untilEarly' }],
  [{ to: '2026-12-31', until: '2026-12-31' }, { until: 'untilEarly' }],
])('of the export %j the faults are %j', (change, faults) => {
  expect(findExportFaults({ ...exportDraft, ...change }, NOW)).toEqual(faults);
});

test('an export is asked for as the API takes it', () => {
  expect(buildExportBody({ ...exportDraft, code: ' FEC-552100554 ' })).toEqual({
    period_from: '2026-10-01',
    period_to: '2026-10-31',
    legal_basis_code: 'FEC-552100554',
    retention_until: '2036-12-31',
  });
  expect(buildExportBody({ ...exportDraft, format: 'fec', encoding: 'US-ASCII' })).toMatchObject({
    format: 'fec',
    encoding: 'US-ASCII',
  });
});

test('a batch is named by what was asked for', () => {
  const { from, to, code } = exportDraft;
  const request = { period_from: from, period_to: to, legal_basis_code: code };
  expect(nameBatch({ type: 'REGULATORY_EXPORT', request })).toBe(
    '2026-10-01 to 2026-10-31, BANKING-ACT-24',
  );
  const file = { name: 'accounts.csv' };
  expect(nameBatch({ type: 'LEGACY_IMPORT', request: { file } })).toBe('accounts.csv');
});

const file = new File(['a;b\n'], 'accounts.csv');
const importDraft = { ...EMPTY_IMPORT, file, recordType: 'ACCOUNT' as const };

test.each([
  [{}, {}],
  [
    { file: undefined, recordType: '' },
    { file: 'fileMissing', recordType: 'recordTypeMissing' },
  ],
  [{ recordType: OF_ENTITY }, { entityName: 'entityMissing' }],
  [{ recordType: OF_ENTITY, entityName: 'branch' }, {}],
  [{ dateFormat: 'DD.MM.YYYY' }, {}],
  [{ dateFormat: 'YYYYMMDD' }, {}],
  [{ dateFormat: 'DD.MM.YY' }, { dateFormat: 'dateFormatInvalid' }],
  [{ headerMapping: 'Kunde' }, { headerMapping: 'mappingInvalid' }],
] as const)('of the import %j the faults are %j', (change, faults) => {
  expect(findImportFaults({ ...importDraft, ...change })).toEqual(faults);
});

test('headings are mapped to fields, or left out', () => {
  expect(parseHeaderMapping('Kunde = customer_id\n\n a=b = name\nFiliale =')).toEqual({
    Kunde: 'customer_id',
    'a=b': 'name',
    Filiale: null,
  });
  expect(parseHeaderMapping('= name')).toBeUndefined();
});

test('a file is declared with its checksum, and sent with its request only if it is small', async () => {
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const small = await declareFile(file, options);
  expect(small).toEqual({
    name: 'accounts.csv',
    size: 4,
    checksum: hash('a;b\n'),
    content: btoa('a;b\n'),
  });
  expect(buildImportBody({ ...importDraft, delimiter: ';' }, small)).toEqual({
    file: {
      name: 'accounts.csv',
      media_type: 'text/csv',
      size_bytes: 4,
      checksum_sha256: hash('a;b\n'),
      content: btoa('a;b\n'),
    },
    record_type: 'ACCOUNT',
    options: { delimiter: ';' },
  });

  const text = 'x'.repeat(5_000_000);
  const large = await declareFile(new File([text], 'large.ndjson'), options);
  expect(large).toEqual({ name: 'large.ndjson', size: 5_000_000, checksum: hash(text) });
  const draft = { ...importDraft, recordType: OF_ENTITY, entityName: ' branch ', delimiter: ';' };
  const mediaType = guessMediaType('large.ndjson');
  expect(buildImportBody({ ...draft, mediaType } as typeof EMPTY_IMPORT, large)).toEqual({
    file: {
      name: 'large.ndjson',
      media_type: 'application/x-ndjson',
      size_bytes: 5_000_000,
      checksum_sha256: hash(text),
    },
    entity_name: 'branch',
  });
});

test.each([
  [0, '0\u00a0B'],
  [1_023, '1,023\u00a0B'],
  [1_536, '1.5\u00a0KiB'],
  [16 * 1024 ** 2, '16\u00a0MiB'],
  [5 * 1024 ** 3, '5\u00a0GiB'],
  [3 * 1024 ** 5, '3,072\u00a0TiB'],
])('%j bytes are %j', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});
