// Where the console shows a record, by the prefix of its identifier.

const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['acc', '/accounts'],
  ['jrn', '/journal'],
  ['loan', '/loans'],
  ['bat', '/batches'],
  ['sch', '/config/schemas'],
  ['wfl', '/config/workflows'],
  ['ptm', '/config/templates'],
  ['whk', '/config/webhooks'],
  ...['lcr', 'far', 'glr', 'chg'].map((prefix) => [prefix, '/inbox'] as const),
]);

/** Returns the address of the record's page; undefined if none of the routes shows it. */
export function findRecordAddress(id: string, routes: readonly string[]): string | undefined {
  const [prefix = '', rest = ''] = id.split('_', 2);
  const folder = FOLDERS.get(prefix);
  const hasPage = routes.some((route) => route.startsWith(`${folder}/`) && route.includes('$'));
  return hasPage && rest !== '' ? `${folder}/${encodeURIComponent(id)}` : undefined;
}
