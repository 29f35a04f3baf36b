// The licences that are passed on with a bundle.
import { expect, test } from '@jest/globals';
import { formatLicences } from '../../../tools/verifier/licences.ts';

test.each([
  ['with its text', 'csv-parse', /^csv-parse \S+\n\nThe MIT License/m],
  ['with an author in parts', 'dinero.js', /^dinero\.js \S+\n\nMIT, Sarah Dayan$/m],
  [
    'with an author as one text',
    'standardwebhooks',
    /^standardwebhooks \S+\n\nMIT, Standard Webhooks$/m,
  ],
])('a package %s is named with its licence', (_, name, wanted) => {
  const licences = formatLicences([`node_modules/${name}/dist/index.js`, 'client/client.ts']);

  expect(licences).toMatch(wanted);
});
