import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import {
  COMBINING_GRANTS,
  toKebabCase,
  operations,
} from '../../../functions/operations/operations.ts';
import type {
  Operation,
  OperationArea,
  OperationGrant,
  OperationName,
} from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { buildGrants, buildTenantGrants, isTenantUse, listObjectArns } from '../lambda/grants.ts';
import type { StoreResources } from '../lambda/grants.ts';
import { shiftTraffic } from '../lambda/gradual-release.ts';
import type { GradualRelease } from '../lambda/gradual-release.ts';
import { LambdaFunction } from '../lambda/lambda-function.ts';
import { assumePerTenant } from '../lambda/tenant-role.ts';
import {
  buildConsoleEnvironment,
  buildReachEnvironment,
  buildStoreEnvironment,
} from '../lambda/store-environment.ts';

export interface OperationFunctionProps extends StoreResources {
  readonly stage: Stage;
  readonly bundles: string;
  /** Shifts requests to new code step by step; absent: all at once. */
  readonly release?: GradualRelease;
}

/** What a stack is given whose functions use the stores: it refers to the tables itself. */
export type StoragelessProps = Omit<OperationFunctionProps, 'tables' | 'identityTable'>;

/** The operation that says which version is deployed; a new version changes no other function. */
const VERSION_OPERATION: OperationName = 'getSystem';

/** The areas whose operations create or change webhooks, or do so when a request for it is approved or previewed. */
const DECIDES_WEBHOOKS: ReadonlySet<OperationArea> = new Set([
  'webhooks',
  'controls',
  'configuration',
]);

const PACKAGE = join(import.meta.dirname, '../../../package.json');

function readProductVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}

/** What the operation uses on the stage. */
function listUses(name: OperationName, { combining }: Stage): readonly OperationGrant[] {
  const { uses, combines }: Operation = operations[name];
  return combining && combines ? [...uses, ...COMBINING_GRANTS] : uses;
}

/** The Lambda of an operation; the `uses` of its row determine its grants and environment. */
export class OperationFunction extends LambdaFunction {
  /** What the API calls: the function, or the alias between whose versions its requests are divided. */
  readonly target: IFunction;

  constructor(scope: Construct, name: OperationName, props: OperationFunctionProps) {
    const { area, summary } = operations[name];
    const uses = listUses(name, props.stage);
    const { tenantCredentials } = props.stage;
    const ofTenants = tenantCredentials ? uses.filter(isTenantUse) : [];
    const own = uses.filter((use) => !ofTenants.includes(use));
    super(scope, toKebabCase(name), {
      ...props,
      description: summary,
      environment: {
        ...buildStoreEnvironment(uses, props),
        ...buildConsoleEnvironment(props.stage.consoleOrigin),
        ...(DECIDES_WEBHOOKS.has(area) && buildReachEnvironment(props.stage)),
        ...(name === VERSION_OPERATION && { PRODUCT_VERSION: readProductVersion() }),
      },
      statements: own.length === 0 ? [] : buildGrants(own, props),
      objects: listObjectArns(uses, props),
    });
    if (ofTenants.length > 0) {
      const statements = buildTenantGrants(ofTenants, props);
      assumePerTenant(this.function, this.role, statements);
    }
    const { release } = props;
    this.target = release ? shiftTraffic(this.function, release, toKebabCase(name)) : this.function;
  }
}
