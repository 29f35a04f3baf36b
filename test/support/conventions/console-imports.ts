// What the folders of the console may import, for test/conventions/imports.test.ts.

const consoleFolders = (...paths: string[]) => paths.map((path) => `console/src/${path}`);

export const CONSOLE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  // The console knows the API by its client only. Pages know no other page but its name, for breadcrumbs.
  'console/': [],
  'console/src/': consoleFolders('app/', 'session/'),
  'console/src/i18n/': [],
  'console/src/values/': [],
  'console/src/session/': [],
  'console/src/routing/': consoleFolders('i18n/', 'session/', 'values/'),
  'console/src/api/': ['client/', ...consoleFolders('session/')],
  'console/src/parts/': consoleFolders('api/', 'i18n/', 'session/', 'values/'),
  // What the API answers, shown on several pages, with links to what it names.
  'console/src/parts/facts/': [
    'client/',
    ...consoleFolders('i18n/', 'parts/', 'routing/', 'values/'),
  ],
  'console/src/pages/': [
    'client/',
    ...consoleFolders('api/', 'i18n/', 'parts/', 'routing/', 'session/', 'values/'),
  ],
  'console/src/app/': consoleFolders(
    'api/',
    'i18n/',
    'pages/',
    'parts/',
    'routing/',
    'session/',
    'values/',
  ),
};
