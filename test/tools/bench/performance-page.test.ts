// The page accepts any sections, and its plots show the measured values.
import { expect, test } from '@jest/globals';
import { buildPerformanceFiles } from '../../../tools/bench/report/performance-page.ts';
import type { PerformanceReport } from '../../../tools/bench/report/performance-page.ts';
import { computeAxisTop, renderPlot } from '../../../tools/bench/report/svg-plot.ts';

const plot = {
  title: 'Transfers & clients',
  across: 'clients',
  unit: 'per second',
  categories: ['1', '8', '32'],
  series: [
    { name: 'HTTP', values: [50, 100, Number.NaN] },
    { name: 'engine <alone>', values: [100, 200, 150] },
  ],
};

const report: PerformanceReport = {
  conditions: 'commit abc, 2 cores',
  isBusy: true,
  isComplete: true,
  missing: [],
  sections: [
    { name: 'throughput', lines: ['clients  HTTP/s', '1  50'], plots: [plot, plot] },
    { name: 'something-new', lines: ['a line'], plots: [] },
  ],
};

test('each section has its lines and its plots, in order', () => {
  const files = buildPerformanceFiles(report);
  const page = files.get('performance.md') ?? '';

  expect([...files.keys()]).toEqual([
    'performance.md',
    'performance/throughput-1.svg',
    'performance/throughput-2.svg',
  ]);
  expect(page).toContain('Machine and commit: commit abc, 2 cores.');
  expect(page).toContain('![Transfers & clients](performance/throughput-2.svg)');
  expect(page).toContain('```text\nclients  HTTP/s\n1  50\n```');
  expect(page.indexOf('## throughput')).toBeLessThan(page.indexOf('## something-new'));
});

test('only the page of a busy machine says that its figures are bounds', () => {
  const busy = buildPerformanceFiles(report).get('performance.md');
  const quiet = buildPerformanceFiles({ ...report, isBusy: false }).get('performance.md');

  expect(busy).toContain('upper bounds');
  expect(quiet).not.toContain('upper bounds');
});

test('a run that ended early names the missing sections', () => {
  const page = buildPerformanceFiles({ ...report, missing: ['latency', 'export'] });

  expect(page.get('performance.md')).toContain('The run ended before: latency, export.');
  expect(buildPerformanceFiles(report).get('performance.md')).not.toContain('ended before');
});

test('a plot has a point for each number, a line for each series, and escaped text', () => {
  const svg = renderPlot(plot);

  expect(svg.match(/<circle /g)).toHaveLength(5);
  expect(svg.match(/<polyline /g)).toHaveLength(2);
  expect(svg).toContain('Transfers &amp; clients');
  expect(svg).toContain('engine &lt;alone&gt;');
  expect(svg).not.toContain('NaN');
});

test('draws higher values higher', () => {
  const [, first = '', second = ''] = /points="\d+,(\d+) \d+,(\d+)"/.exec(renderPlot(plot)) ?? [];

  expect(Number(second)).toBeLessThan(Number(first));
});

test('ends the axis at a round number that no value exceeds', () => {
  expect(computeAxisTop([1])).toBe(1);
  expect(computeAxisTop([1.1, 0.2])).toBe(2);
  expect(computeAxisTop([230])).toBe(250);
  expect(computeAxisTop([999])).toBe(1_000);
  expect(computeAxisTop([])).toBe(1);
});
