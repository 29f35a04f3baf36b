// The check of evidence as one file, which an auditor runs with nothing but Node; and its arguments.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { bundleVerifier } from '../../../tools/verifier/bundle-verifier.ts';
import type { VerifierBundle } from '../../../tools/verifier/bundle-verifier.ts';
import { ORIGIN, writeAuditorFolder, writeKey } from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder } from '../../support/evidence/auditor-folder.ts';
import { startSigner } from '../../support/evidence/log-signer.ts';

const NAME = 'countinghouse-verify.mjs';
// The page states the size.
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/evidence.md'), 'utf8');
const [, KILOBYTES_MAX] = /one file of less than (\d+) KB/.exec(PAGE) ?? [];

/** An empty folder but for the file, and what the auditor holds. */
let empty: string;
let folder: AuditorFolder;
let bundle: VerifierBundle;
beforeAll(async () => {
  empty = realpathSync(mkdtempSync(join(tmpdir(), 'empty-')));
  bundle = await bundleVerifier(join(empty, NAME));
  folder = writeAuditorFolder();
  writeKey(folder);
  cpSync(folder.path, join(empty, 'evidence'), { recursive: true });
});
afterAll(() => [empty, folder.path].forEach((path) => rmSync(path, { recursive: true })));

// Node runs it without the right to read anything else, to write, or to start processes.
function run(...words: string[]) {
  const rights = ['--permission', `--allow-fs-read=${empty}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...rights, NAME, ...words], {
    cwd: empty,
    env: {},
    encoding: 'utf8',
  });
  return { code: status, out: stdout, error: stderr };
}

const GIVEN = [
  'evidence/log',
  'evidence/kept-in-january',
  'evidence/receipt.tlog-proof',
  'evidence/regulatory-export_BANKING-ACT-24_2027-02-01_2027-02-13.csv',
  '--key',
  'evidence/key',
];

test('is one file of a stated size that imports no module for network, processes or threads', () => {
  expect(bundle.imports).toEqual([
    'buffer',
    'crypto',
    'fs',
    'path',
    'stream',
    'string_decoder',
    'util',
  ]);
  expect(bundle.sizeBytes).toBe(readFileSync(join(empty, NAME)).byteLength);
  expect(bundle.sizeBytes).toBeLessThan(Number(KILOBYTES_MAX) * 1_000);
  expect(readFileSync(join(empty, NAME), 'utf8')).not.toMatch(/\bfetch\(|WebSocket|EventSource/);
});

test('proves sound evidence in an empty folder', () => {
  const { code, out, error } = run(...GIVEN);

  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(
    /^PROVED {4}The checkpoint of 256 leaves in evidence\/kept-in-january is signed/,
  );
  expect(out).toContain(
    `\n\nPROVED: everything that was given is as the log ${ORIGIN} states it.\n`,
  );
});

test('finds one changed byte of the log, and says so to machines too', () => {
  const file = join(empty, 'evidence/log/tile/entries/001');
  const bytes = readFileSync(file);
  try {
    writeFileSync(file, bytes.with(1_000, (bytes[1_000] ?? 0) ^ 1));
    const [people, machines] = [run(...GIVEN), run(...GIVEN, '--json')];

    expect([people.code, machines.code]).toEqual([1, 1]);
    expect(people.out).toMatch(
      /^DIFFERS {3}tile\/0\/001 has another hash of leaf 25\d .*than the entries have\.$/m,
    );
    expect(people.out).toMatch(/\n\nNOT PROVED: the evidence of \S+ has \d+ differences\.\n$/);
    expect(JSON.parse(machines.out)).toMatchObject({ result: 'DIFFERS', origin: ORIGIN });
  } finally {
    writeFileSync(file, bytes);
  }
});

test('takes a key as text, and several of one log', () => {
  const other = formatVerifierKey(startSigner(ORIGIN).key);
  const keys = [other, formatVerifierKey(folder.signer.key)].flatMap((key) => ['--key', key]);

  expect(run('evidence/log', ...keys).code).toBe(0);
  expect(run('evidence/log', '--key', other).code).toBe(1);
});

test.each([
  ['Give the folder of a log, or files to check.', ['--key', 'evidence/key']],
  ['Give the key of the log with --key.', ['evidence/log']],
  ['Give the folder of one log.', ['evidence/log', 'evidence', '--key', 'evidence/key']],
  ['--entry belongs to one proof.', ['evidence/log', '--entry', 'x', '--key', 'evidence/key']],
  ['--late-hours takes a whole number of hours, not "soon".', [...GIVEN, '--late-hours', 'soon']],
  ['"lost" is not a verifier key: ', ['evidence/log', '--key', 'lost']],
  [
    'The keys are of several logs: ',
    [
      'evidence/log',
      '--key',
      'evidence/key',
      '--key',
      formatVerifierKey(startSigner('other.example/log').key),
    ],
  ],
  ["error: unknown option '--network'\n", ['evidence/log', '--network']],
])('says "%s"', (sentence, words) => {
  const { code, out, error } = run(...words);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error.startsWith(sentence)).toBe(true);
});

test('says which Node it needs, where it is run with an older one', () => {
  const versions = `{ ...process.versions, node: '22.22.0' }`;
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', older, NAME, ...GIVEN],
    { cwd: empty, env: {}, encoding: 'utf8' },
  );

  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe('The check needs Node.js 24 or newer, and this is 22.22.0.\n');
});
