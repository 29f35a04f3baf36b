// A ledger as a construct, for the application in bin/ and for those of institutions (ADR 122, docs/embedding.md).
import { Stage as CdkStage } from 'aws-cdk-lib';
import type { Stack, StackProps } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { CERTIFICATE_REGION, findCertifiedDomain } from './config/certified-domain.ts';
import { readEnvironment } from './config/environment.ts';
import { refuseUnknownFunctions } from './config/limits.ts';
import type { IssuerConfiguration, StageSettings } from './config/stage-settings.ts';
import { STATEFUL } from './config/stack-parts.ts';
import type { StackPart } from './config/stack-parts.ts';
import { readStage } from './config/stages.ts';
import type { Stage } from './config/stages.ts';
import { acknowledgeEverywhere } from './constructs/findings/acknowledge.ts';
import type { BackupVaults } from './constructs/monitoring/backup-alarms.ts';
import { buildStackTags } from './constructs/stack-tags.ts';
import { buildOnce, listFunctionNames, readContract } from './deployment-build.ts';
import type { DeploymentBuild } from './deployment-build.ts';
import { BackupStack } from './stacks/backup-stack.ts';
import { BatchesStack } from './stacks/batches-stack.ts';
import { CanaryStack } from './stacks/canary-stack.ts';
import { CertificateStack } from './stacks/certificate-stack.ts';
import { ConsoleStack } from './stacks/console-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EvidenceStack } from './stacks/evidence-stack.ts';
import { FirewallStack } from './stacks/firewall-stack.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { LedgerApiStack } from './stacks/ledger-api-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { ProjectionsStack } from './stacks/projections-stack.ts';
import { VerificationStack } from './stacks/verification-stack.ts';
import { WebhooksStack } from './stacks/webhooks/webhooks-stack.ts';
import { WorkbenchApiStack } from './stacks/workbench-api-stack.ts';

export type { StageSettings } from './config/stage-settings.ts';

export interface CountinghouseProps extends StageSettings {
  /**
   * The name of the stage: 2 to 20 lower-case letters and digits, with which the names of all that has one begin.
   * Ledgers in one account and region need different ones; `--stage` of the commands takes it.
   */
  readonly namePrefix: string;
  /** What was built before; by default the construct builds it. */
  readonly build?: DeploymentBuild;
}

/** What every part takes, where it stands and how it is named. */
type Placement<Extra> = [scope: Construct, id: string, props: StackProps & CommonProps & Extra];

interface CommonProps {
  readonly stage: Stage;
  readonly bundles: string;
}

/** What the data stack has for others. */
type DataParts = Pick<DataStack, 'key' | 'artifacts' | 'evidence'>;

interface WatchedParts {
  readonly projections: ProjectionsStack;
  readonly ledger: LedgerApiStack;
  readonly vaults: BackupVaults | undefined;
}

/**
 * A ledger with its APIs, identity service and console. Its stacks stand in the application or stage around the
 * scope, beside those of others, because no stack could hold them all.
 *
 * Throws for properties that contradict each other, in a sentence that names them.
 */
export class Countinghouse extends Construct {
  /** Encrypts the data and the logs. */
  readonly key: IKey;
  /** The address of the ledger's API, with a slash at the end. */
  readonly ledgerUrl: string;
  /** The address of the API of exports and imports, with a slash at the end. */
  readonly workbenchUrl: string;
  /** The issuer of access tokens. */
  readonly authUrl: string;
  /** The name of the event bus, to which other systems subscribe. */
  readonly eventBusName: string;
  readonly #props: CountinghouseProps;
  readonly #build: DeploymentBuild;
  readonly #stacks: Stack[] = [];
  #stage: Stage;

  constructor(scope: Construct, id: string, given: CountinghouseProps) {
    super(scope, id);
    const { namePrefix, build, ...settings } = { ...readEnvironment(scope), ...given };
    this.#props = { ...settings, namePrefix };
    this.#stage = readStage(namePrefix, settings);
    refuseUnknownFunctions(this.#stage.reservedConcurrency, listFunctionNames());
    this.#build = build ?? buildOnce(this);
    const data = this.#add(new DataStack(...this.#place('data', { key: settings.key })));
    const { key, artifacts, evidence } = data;
    this.key = key;
    this.#guard(data);
    const shared = { key, artifacts, evidence };
    const identity = this.#add(
      new IdentityStack(...this.#place('identity', { document: readContract('identity'), key })),
    );
    const projections = this.#add(new ProjectionsStack(...this.#place('projections', { key })));
    // With a key from elsewhere, nothing else in them says that they need what it publishes.
    for (const stack of [identity, projections]) stack.addStackDependency(data);
    const { ledger, workbench } = this.#buildApis(shared, identity);
    const vaults = this.#backUp(key, [data, identity]);
    const background = this.#buildBackground(shared, { projections, ledger, vaults });
    const dependents = [ledger, workbench, ...background];
    // They refer to the tables by name. The projections stack also holds the consumer that starts batches.
    for (const stack of dependents) {
      for (const definesTables of [data, projections, identity])
        stack.addStackDependency(definesTables);
    }
    this.#watch(identity, ledger);
    this.ledgerUrl = ledger.url;
    this.workbenchUrl = workbench.url;
    this.authUrl = identity.issuer.issuer;
    this.eventBusName = projections.eventBusName;
    this.#serveConsole(shared);
    for (const stack of this.#stacks) acknowledgeEverywhere(stack);
  }

  #buildApis(shared: DataParts, { issuer }: IdentityStack) {
    const issuers: readonly IssuerConfiguration[] = [issuer, ...this.#stage.issuers];
    const ledger = this.#add(
      new LedgerApiStack(
        ...this.#place('ledger', {
          ...shared,
          document: readContract('ledger'),
          issuers,
          identityIssuer: issuer.issuer,
        }),
      ),
    );
    const { authorizer } = ledger;
    const document = readContract('workbench');
    const workbench = this.#add(
      new WorkbenchApiStack(
        ...this.#place('workbench', { ...shared, document, issuers, authorizer }),
      ),
    );
    return { ledger, workbench };
  }

  #buildBackground(shared: DataParts, { projections, ledger, vaults }: WatchedParts): Stack[] {
    const evidence = this.#add(new EvidenceStack(...this.#place('evidence', shared)));
    const { signing } = evidence;
    const webhooks = this.#add(new WebhooksStack(...this.#place('webhooks', shared)));
    const consumers = [...projections.consumers, webhooks.consumer];
    const watched = { ...shared, consumers, vaults };
    const batches = this.#add(new BatchesStack(...this.#place('batches', { ...shared, signing })));
    const verification = this.#add(new VerificationStack(...this.#place('verification', shared)));
    const alarms = this.#add(new ObservabilityStack(...this.#place('observability', watched)));
    // They include one for the table of intents, whose name the ledger's stack publishes.
    if (this.#stage.combining) alarms.addStackDependency(ledger);
    return [evidence, webhooks, batches, verification, alarms];
  }

  /** From here on the stage has the web ACL that comes with it. */
  #guard(data: DataStack): void {
    const { firewall } = this.#stage;
    if (firewall === undefined) return;
    const guard = this.#add(
      new FirewallStack(...this.#place('firewall', { key: this.key, firewall })),
    );
    guard.addStackDependency(data);
    this.#stage = { ...this.#stage, webAcl: guard.webAcl };
  }

  #backUp(key: IKey, tables: readonly Stack[]): BackupVaults | undefined {
    const { backup } = this.#stage;
    if (backup === undefined) return undefined;
    const backups = this.#add(new BackupStack(...this.#place('backup', { key, backup })));
    for (const stack of tables) backups.addStackDependency(stack);
    return backups.vaults;
  }

  #watch({ issuer: { issuer } }: IdentityStack, ledger: Stack): void {
    if (this.#stage.canary === 'none') return;
    const canary = this.#add(new CanaryStack(...this.#place('canary', { key: this.key, issuer })));
    canary.addStackDependency(ledger);
  }

  #serveConsole(shared: DataParts): void {
    const { site } = this.#build;
    if (this.#props.console === false || site === undefined) return;
    const certificate = this.#certifyConsole();
    this.#add(
      new ConsoleStack(
        ...this.#place('console', {
          ...shared,
          site,
          certificate,
          crossRegionReferences: certificate !== undefined,
          addresses: {
            base_url: this.ledgerUrl,
            workbench_url: this.workbenchUrl,
            auth_url: this.authUrl,
          },
        }),
      ),
    );
  }

  #certifyConsole(): ICertificate | undefined {
    const domainName = findCertifiedDomain(this.#stage);
    const { hostedZone } = this.#stage;
    const { env } = this.#props;
    if (domainName === undefined || env === undefined || hostedZone === undefined) return undefined;
    const stack = new CertificateStack(
      ...this.#place('certificate', {
        domainName,
        hostedZone,
        env: { account: env.account, region: CERTIFICATE_REGION },
        crossRegionReferences: true,
      }),
    );
    return this.#add(stack).certificate;
  }

  // In the application or stage around the scope, by their own names: what a stage from before this construct has
  // keeps its ids.
  #place<Extra>(part: StackPart, extra: Extra): Placement<Extra> {
    const { env } = this.#props;
    const props = {
      stage: this.#stage,
      bundles: this.#build.bundles,
      tags: buildStackTags(this.#stage, part),
      // What only a restore could bring back; all else is made again by a deployment.
      terminationProtection: this.#stage.isProtected && STATEFUL.has(part),
      ...(env && { env }),
      ...extra,
    };
    // The certificates of the stages of all regions are in one, where a name without theirs would be of another stage.
    const region = part === 'certificate' && env !== undefined ? [env.region] : [];
    const name = ['countinghouse', this.#stage.name, ...region, part].join('-');
    return [CdkStage.of(this) ?? this, name, { stackName: name, ...props }];
  }

  #add<Part extends Stack>(stack: Part): Part {
    this.#stacks.push(stack);
    return stack;
  }
}
