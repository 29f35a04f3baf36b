// Reads single values of the CDK context, which the command line gives as text.

export function readText(context: unknown): string | undefined {
  return typeof context === 'string' ? context : undefined;
}

// Only this machine is safe without TLS.
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost';
}

// Browsers compare origins character by character, so a path, a slash at the end or a default port would allow
// no page at all, and a wildcard any page.
export function readOrigin(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url && isSafe(url) && url.origin === given) return given;
  throw new Error('consoleOrigin must be one origin, such as https://console.bank.example');
}

// The command line gives text, and a misspelt value must not leave out a log that someone relies on.
export function readSwitch(name: string, given: unknown): boolean {
  if (given === undefined || given === false || given === 'false') return false;
  if (given === true || given === 'true') return true;
  throw new Error(`${name} must be true or false`);
}

export type CanarySetting = 'none' | 'watches' | 'gates';

// With a misspelt value no one would watch.
export function readCanary(given: unknown): CanarySetting {
  if (given === undefined) return 'none';
  if (given === 'none' || given === 'watches' || given === 'gates') return given;
  throw new Error('canary must be none, watches or gates');
}

// CloudFormation would find a mistake only in the middle of a deployment.
export function readWebAcl(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const isRegional = /^arn:aws[\w-]*:wafv2:[\w-]+:\d{12}:regional\/webacl\//;
  if (typeof given === 'string' && isRegional.test(given)) return given;
  throw new Error(
    'webAcl must be the ARN of a regional web ACL (arn:aws:wafv2:…:regional/webacl/…)',
  );
}

export function readList<Row>(name: string, context: unknown): Row[] {
  const list: unknown = typeof context === 'string' ? JSON.parse(context) : (context ?? []);
  if (!Array.isArray(list)) throw new Error(`${name} must be a JSON list`);
  return list as Row[];
}
