// What an API says of itself without a token, on routes that are deployed and not part of the contract.

export interface ApiAddresses {
  readonly ledger: string;
  readonly workbench: string;
}

export interface ApiRoot {
  readonly title: string;
  readonly version: string;
}

/** Asks an API whether its functions answer, and which version does. Throws an error if they do not. */
export async function readApiRoot(address: string): Promise<ApiRoot> {
  const init = { cache: 'no-store', headers: { Accept: 'application/json' } } as const;
  const [health, root] = await Promise.all([
    fetch(`${address}/health`, init),
    fetch(`${address}/`, init),
  ]);
  const failed = [health, root].find(({ ok }) => !ok);
  if (failed !== undefined) throw new Error(`${failed.status} ${failed.statusText}`.trim());
  return (await root.json()) as ApiRoot;
}
