import {
  BUCKET_RULES,
  EVERYWHERE_RULES,
  PLACED_RULES,
  RULE_PACKS,
  TABLE_RULES,
} from '../../../lib/constructs/findings/acknowledged-rules.ts';
import type {
  AcknowledgedRule,
  RulePack,
} from '../../../lib/constructs/findings/acknowledged-rules.ts';
import {
  DEPLOYMENT_RULES,
  DISTRIBUTION_RULES,
} from '../../../lib/constructs/findings/site-rules.ts';

const TABLES: readonly Readonly<Record<string, AcknowledgedRule>>[] = [
  EVERYWHERE_RULES,
  PLACED_RULES,
  BUCKET_RULES,
  TABLE_RULES,
  DISTRIBUTION_RULES,
  DEPLOYMENT_RULES,
];

/** docs/acknowledged-rules.md: the rules of cdk-nag that do not fit, with the reasons. */
export function buildAcknowledgedRulesPage(): string {
  const rules = TABLES.flatMap((table) => Object.values(table));
  const packs = Object.keys(RULE_PACKS) as RulePack[];
  const counts = packs.map((pack) => {
    const named = new Set(rules.flatMap((rule) => rule.names[pack] ?? []));
    return `| ${pack} | ${named.size} |`;
  });
  // What is acknowledged in one place for one reason shares a row.
  const groups = Map.groupBy(rules, ({ where, reason }) => `${where} | ${reason}`);
  const rows = [...groups].map(([ending, group]) => {
    const ids = new Set(group.flatMap(({ names }) => Object.values(names)));
    const asked = [...new Set(group.map(({ rule }) => rule))].join('; ');
    return `| ${asked} | ${[...ids].map((id) => `\`${id}\``).join(', ')} | ${ending} |`;
  });
  return [
    '# Rules that are acknowledged',
    '',
    '<!-- Generated from lib/constructs/findings/acknowledged-rules.ts by `npm run generate`. Do not edit. -->',
    '',
    'Every synthesis holds the templates against five packs of cdk-nag: AWS Solutions, NIST 800-53 R5, HIPAA,',
    'PCI DSS 3.2.1 and Serverless. `npm run synth` fails for a finding that is neither mended nor listed here.',
    'Settings of a stage mend some of them: `webAcl`, `domain.console`, `replicas` and `logsBuckets`.',
    '',
    '| Pack | Rules acknowledged |',
    '| --- | --- |',
    ...counts,
    '',
    '| It asks for | Rule | Acknowledged for | Why it does not fit |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
