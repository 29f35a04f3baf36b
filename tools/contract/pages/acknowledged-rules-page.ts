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
  const rows = rules.map(({ rule, where, reason, names }) => {
    const ids = [...new Set(Object.values(names))].map((name) => `\`${name}\``).join(', ');
    return `| ${rule} | ${ids} | ${where} | ${reason} |`;
  });
  return [
    '# Rules that are acknowledged',
    '',
    '<!-- Generated from lib/constructs/findings/acknowledged-rules.ts by `npm run generate`. Do not edit. -->',
    '',
    'Every synthesis holds the templates against five packs of cdk-nag: AWS Solutions, NIST 800-53 R5, HIPAA,',
    'PCI DSS 3.2.1 and Serverless. `npm run synth` fails for a finding that is neither mended nor listed here.',
    'Settings of a stage mend some of them: `webAcl`, `domain.console`, and a second place for backups.',
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
