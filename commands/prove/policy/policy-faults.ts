// What no policy may be built for: a wildcard or an empty name would grant more than one stage, and a misspelt one nothing.
import { UsageError } from '../../command-definition.ts';
import type { PolicyScope } from './deployer-policy.ts';

const STAGE = /^[a-z][a-z0-9]{1,19}$/;
const ACCOUNT = /^\d{12}$/;
const REGION = /^[a-z]{2,4}(-[a-z]+)+-\d+$/;
const KEY = /^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;

/** Throws UsageError for values that are no names of AWS or of a stage. */
export function refuseScopeFaults({ stage, account, region, key }: PolicyScope): void {
  if (!STAGE.test(stage)) {
    throw new UsageError(`--stage takes 2 to 20 lower-case letters and digits, not "${stage}".`);
  }
  if (!ACCOUNT.test(account)) {
    throw new UsageError(`--account takes the 12 digits of an account, not "${account}".`);
  }
  if (!REGION.test(region)) {
    throw new UsageError(`--region takes a region of AWS, as eu-central-1, not "${region}".`);
  }
  if (key === undefined || KEY.test(key)) return;
  throw new UsageError(`--key takes the ARN of a key, and of no alias: "${key}" is none.`);
}
