import { stateMachines } from '../../../functions/domain/states/state-machines.ts';
import type { StateMachine } from '../../../functions/domain/values/state-machine.ts';

/** docs/states.md: every state and every transition, drawn and listed. */
export function buildStatesPage(): string {
  return [
    '# States',
    '',
    '<!-- Generated from functions/domain/states/state-machines.ts by `npm run generate`. Do not edit. -->',
    '',
    'A record changes its state only by these transitions; any other is refused.',
    ...stateMachines.flatMap(buildSection),
    '',
  ].join('\n');
}

function buildSection({ title, initial, transitions }: StateMachine): string[] {
  const edges = Object.entries(transitions).flatMap(([trigger, { from, to, condition }]) =>
    from.map((state) => ({ state, to, trigger, condition })),
  );
  return [
    '',
    `## ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${initial}`,
    ...edges.map(({ state, to, trigger }) => `  ${state} --> ${to}: ${trigger}`),
    '```',
    '',
    '| from | trigger | condition | to |',
    '| --- | --- | --- | --- |',
    ...edges.map(
      ({ state, to, trigger, condition = '' }) =>
        `| ${state} | ${trigger} | ${condition} | ${to} |`,
    ),
  ];
}
