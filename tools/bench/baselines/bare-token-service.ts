// The bare token endpoint in its own process, like the product. Both are reached the same way, so
// that only the service differs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from '../../../lib/constructs/lambda/bundles.ts';
import type { CloudFormationTemplate } from '../../../local/cloudformation/template.ts';
import { spawnGuarded } from '../../../local/engines/guarded-child.ts';
import type { BenchContext } from '../report/measurement.ts';

export interface BareTokenService {
  readonly origin: string;
  stop(): Promise<void>;
}

const NAME = 'bare-signer';
const RUNNER = join(import.meta.dirname, 'bare-token-runner.ts');
const FUNCTION_ARN = `arn:aws:lambda:us-east-1:000000000000:function:${NAME}`;

export async function startBareTokenService(bench: BenchContext): Promise<BareTokenService> {
  const folder = mkdtempSync(join(bench.folder, 'bare-token-'));
  await bundleFunctions(
    [{ [NAME]: join(import.meta.dirname, `${NAME}.ts`) }],
    join(folder, 'code'),
  );
  writeAssembly(folder);
  const data = join(folder, 'data');
  const child = spawnGuarded(process.execPath, [RUNNER, folder, data, bench.engine]);
  const lines: string[] = [];
  const announced = new Promise<string>((resolve) => {
    child.onLine((line) => {
      lines.push(line);
      if (line.startsWith('http://')) resolve(line);
    });
  });
  const ended = child.exited.then((how) => {
    throw new Error(`The bare token service ended with ${how}.\n${lines.slice(-5).join('\n')}`);
  });
  const origin = await Promise.race([announced, ended]);
  return {
    origin,
    stop: async () => {
      ended.catch(() => undefined);
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Written by hand, because the CDK would take longer to start than everything else.
function writeAssembly(folder: string): void {
  const properties = { templateFile: 'bare.template.json' };
  const environment = 'aws://unknown-account/unknown-region';
  const bare = { type: 'aws:cloudformation:stack', environment, properties };
  const manifest = { version: '55.0.0', artifacts: { bare } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, properties.templateFile), JSON.stringify(buildTemplate()));
}

function buildTemplate(): CloudFormationTemplate {
  const integration = {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${FUNCTION_ARN}/invocations`,
  };
  const post = { 'x-amazon-apigateway-integration': integration };
  return {
    Resources: {
      Signer: {
        Type: 'AWS::Lambda::Function',
        Metadata: { 'aws:asset:path': `code/${NAME}` },
        Properties: {
          FunctionName: NAME,
          Handler: `${NAME}/index.handler`,
          Runtime: 'nodejs24.x',
          // The memory of the product's functions.
          MemorySize: 1_024,
          Timeout: 15,
        },
      },
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: { Name: 'bare', Body: { paths: { '/token': { post } } } },
      },
      Stage: {
        Type: 'AWS::ApiGateway::Stage',
        Properties: { StageName: 'bench', RestApiId: { Ref: 'Api' } },
      },
    },
  };
}
