import { CfnOutput, CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Stage } from '../config/stages.ts';
import { acknowledge } from '../constructs/findings/acknowledge.ts';
import { PLACED_RULES } from '../constructs/findings/acknowledged-rules.ts';
import {
  buildCanaryParameterName,
  buildLedgerUrlParameterName,
  CANARY_PERIOD_MINUTES,
} from '../constructs/lambda/canary.ts';
import { buildKeyGrant } from '../constructs/lambda/key-grants.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import { buildRuleTarget } from '../constructs/lambda/rule-target.ts';
import { CANARY_SECONDS } from '../constructs/lambda/timeouts.ts';

export interface CanaryStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundles: string;
  readonly key: IKey;
  readonly issuer: string;
}

/** Posts and reads back in a tenant of its own, over the APIs, as a service of an institution does (ADR 121). */
export class CanaryStack extends Stack {
  constructor(scope: Construct, id: string, props: CanaryStackProps) {
    super(scope, id, props);
    const { stage, bundles, key, issuer } = props;
    const ledger = new CfnParameter(this, 'LedgerUrl', {
      type: 'AWS::SSM::Parameter::Value<String>',
      default: buildLedgerUrlParameterName(stage.name),
    });
    const secret = this.#secret(stage, key);
    const canary = new LambdaFunction(this, 'run-canary', {
      stage,
      bundles,
      key,
      description: 'Posts and reads back in a tenant of its own, as a service does.',
      timeoutSeconds: CANARY_SECONDS,
      // The next run is due in minutes.
      asynchronous: { retries: 0, waits: Duration.minutes(CANARY_PERIOD_MINUTES) },
      environment: {
        LEDGER_URL: ledger.valueAsString,
        ISSUER: issuer,
        CANARY_SECRET: secret.secretArn,
      },
      // All else it may do by its token, as any client.
      statements: [
        buildAllowStatement(['secretsmanager:GetSecretValue'], [secret.secretArn]),
        buildKeyGrant(key, 'secretsmanager', ['Decrypt']),
      ],
    });
    new Rule(this, 'Regularly', {
      description: 'Starts the canary.',
      schedule: Schedule.rate(Duration.minutes(CANARY_PERIOD_MINUTES)),
      targets: [buildRuleTarget(canary)],
    });
  }

  // It holds no key until the set-up. A key that is lost with the stack is made again.
  #secret(stage: Stage, key: IKey): Secret {
    const secret = new Secret(this, 'Key', {
      description:
        'The key by which the canary signs in; npm run admin -- canary set-up writes it.',
      encryptionKey: key,
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'placeholder' },
    });
    acknowledge(secret, PLACED_RULES.rotatedBySetUp);
    new StringParameter(this, 'KeyName', {
      parameterName: buildCanaryParameterName(stage.name),
      stringValue: secret.secretArn,
      description: 'The secret of the canary, for its set-up.',
    });
    new CfnOutput(this, 'CanarySecret', { value: secret.secretArn });
    return secret;
  }
}
