// The question before an export for a code that the service does not know.
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { confirmExportFormat } from '../../commands/export/confirm-format.ts';

const UNKNOWN = { legal_basis_code: 'SAFT-DE' };

/** Asks on a terminal where `typed` is typed; the input ends after it. */
async function ask(wanted: Parameters<typeof confirmExportFormat>[0], typed: string) {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
  }) as unknown as typeof process.stdin;
  const output = new PassThrough();
  (input as unknown as PassThrough).end(typed);
  const answer = confirmExportFormat(wanted, input, output);
  const outcome = await answer.then(
    ({ format, requested }) => ({ format: format.name, requested }),
    (error: Error) => error.message,
  );
  return { outcome, shown: String(output.read() ?? '') };
}

test.each(['y\n', 'YES\n'])('requests CSV explicitly after %j', async (typed) => {
  const { outcome, shown } = await ask(UNKNOWN, typed);

  expect(outcome).toEqual({ format: 'csv', requested: 'csv' });
  expect(shown).toContain('SAFT-DE is no code that this service knows: CSV. Continue? [y/N] ');
});

test.each(['n\n', '\n', 'csv\n', ''])('requests nothing after %j', async (typed) => {
  expect((await ask(UNKNOWN, typed)).outcome).toBe('Nothing was requested.');
});

test.each([
  [{ legal_basis_code: 'FEC-552100554' }, { format: 'fec', requested: undefined }],
  [
    { ...UNKNOWN, format: 'fec' },
    { format: 'fec', requested: 'fec' },
  ],
])('asks nothing about %j', async (wanted, outcome) => {
  expect(await ask(wanted, '')).toEqual({ outcome, shown: '' });
});

test.each(['', ' ', '\u00a0FEC', 'A\nB', 'A\u0007', 'x'.repeat(65)])(
  'requests nothing for %j, which can be no legal basis',
  async (legal_basis_code) => {
    const { outcome } = await ask({ legal_basis_code, format: 'csv' }, '');

    expect(outcome).toMatch('A legal basis has 1 to 64 characters');
  },
);

test.each(['§ 24c KWG', 'Art. 6, 1', '💶'.repeat(64)])(
  'takes the legal basis %s, which is free text',
  async (legal_basis_code) => {
    const { outcome } = await ask({ legal_basis_code, format: 'csv' }, '');

    expect(outcome).toEqual({ format: 'csv', requested: 'csv' });
  },
);
