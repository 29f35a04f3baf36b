import { machines } from '../../functions/domain/states/transitions.ts';
import type { Machine } from '../../functions/domain/states/transitions.ts';

/** docs/states.md: every state and every way between two, drawn and listed. */
export function statesPage(): string {
  return [
    '# States',
    '',
    '<!-- Generated from functions/domain/states/transitions.ts by `npm run generate`. Do not edit. -->',
    '',
    'A record changes its state in these ways and in no other; what is tried otherwise is refused.',
    ...machines.flatMap(section),
    '',
  ].join('\n');
}

function section({ title, initial, ways }: Machine): string[] {
  const edges = Object.entries(ways).flatMap(([trigger, { from, to, condition }]) =>
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
