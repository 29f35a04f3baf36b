// The grants of a synthesized role, in the words of the table of operations.

export interface RoleStatement {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Effect: string;
  readonly Condition?: unknown;
}

const describePart = (...partitions: string[]) =>
  JSON.stringify({
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  });

/** The parts of the identity table, by the condition that limits a grant to one. */
const IDENTITY_PARTS: Readonly<Record<string, string>> = {
  [describePart('Audit#*', 'OwnChanges#*')]: 'identity/audit-trail',
  [describePart('Directory#*')]: 'identity/directory',
  [describePart('Tenants')]: 'identity/tenants',
};

/** The grants of a statement as a row writes them, for example `ledger/requests-by-state:Query`. */
export function listRowGrants({ Action, Resource, Condition }: RoleStatement): string[] {
  const resources = [Resource].flat().map((resource) => {
    const text = JSON.stringify(resource);
    const store =
      /Ledger|Receipts|Projections|Webhooks|Intents|Artifacts|Evidence/
        .exec(text)?.[0]
        .toLowerCase() ?? '';
    if (/Identity/.test(text)) return IDENTITY_PARTS[JSON.stringify(Condition)] ?? text;
    return store + (/\/index(\/[\w-]+)|(\/work)\/\*/.exec(text)?.slice(1).join('') ?? '');
  });
  const actions = [Action].flat().filter((action) => /^(dynamodb|s3):/.test(action));
  return actions.flatMap((action) =>
    resources.map((resource) => `${resource}${action.slice(action.indexOf(':'))}`),
  );
}
