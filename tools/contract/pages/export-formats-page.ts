import {
  chooseExportFormat,
  exportFormats,
} from '../../../functions/domain/exports/export-formats.ts';
import { DEFAULT_ENCODING } from '../../../functions/domain/exports/export-encoding.ts';
import type { ExportFormat } from '../../../functions/domain/exports/export-format.ts';

/** docs/export-formats.md: the format of each code, and every column. */
export function buildExportFormatsPage(): string {
  return [
    '# Export formats',
    '',
    '<!-- Generated from functions/domain/exports/ by `npm run generate`. Do not edit. -->',
    '',
    'The legal basis code of an export determines its format; where no format claims the code, `format` of the request does, and CSV without it. [Exports](exports.md) describes how to request one.',
    ...exportFormats.flatMap(buildSection),
    '',
  ].join('\n');
}

const EXAMPLE_CODES = ['FEC-552100554', 'BANKING-ACT-24'];

function findExampleCode(format: ExportFormat): string {
  const leadsToIt = (code: string) =>
    chooseExportFormat({ legal_basis_code: code }).format === format;
  const code = EXAMPLE_CODES.find(leadsToIt);
  if (code === undefined) throw new Error(`no example of a code leads to ${format.name}`);
  return code;
}

function buildSection(format: ExportFormat): string[] {
  const { title, codes, mediaType, encodings, filename, columns } = format;
  const example = {
    legalBasisCode: findExampleCode(format),
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
    encoding: DEFAULT_ENCODING,
  };
  return [
    '',
    `## ${title}`,
    '',
    `Codes: ${codes}. Media type: \`${mediaType}\`. Character sets: ${encodings.join(', ')}. File name, for example: \`${filename(example)}\`.`,
    '',
    '| column | meaning |',
    '| --- | --- |',
    ...columns.map(({ name, meaning }) => `| ${name} | ${meaning} |`),
  ];
}
