// Plots a few series over a few categories, as an SVG that any browser shows.

export interface Plot {
  readonly title: string;
  /** The name of the categories and the unit of the values. */
  readonly across: string;
  readonly unit: string;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const SIZE = { width: 640, height: 340 };
const FRAME = { left: 64, top: 40, right: 150, bottom: 48 };
const COLOURS = ['#1b6ca8', '#c8553d', '#4c956c', '#8e6c8a', '#b08900'];
const TICKS = 4;

/** Lines from zero up; values that are NaN are left out. */
export function renderPlot(plot: Plot): string {
  const top = computeAxisTop(plot.series.flatMap(({ values }) => values.filter(Number.isFinite)));
  const { width, height } = SIZE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(plot.title)}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    renderText(plot.title, { x: FRAME.left, y: 22, anchor: 'start', size: 14 }),
    ...renderAxes(plot, top),
    ...plot.series.flatMap((_, index) => renderSeries(plot, index, top)),
    '</svg>',
    '',
  ].join('\n');
}

/** The least of 1, 2, 2.5, 5 and 10 times a power of ten that no value exceeds. */
export function computeAxisTop(values: readonly number[]): number {
  const greatest = Math.max(0, ...values);
  if (greatest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(greatest));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= greatest) ?? 10;
  return step * power;
}

function renderAxes({ across, unit, categories }: Plot, top: number): string[] {
  const right = SIZE.width - FRAME.right;
  const bottom = SIZE.height - FRAME.bottom;
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => (top / TICKS) * tick);
  return [
    ...ticks.flatMap((value) => [
      `<line x1="${FRAME.left}" x2="${right}" y1="${computeY(value, top)}" y2="${computeY(value, top)}" stroke="#dddddd"/>`,
      renderText(String(Number(value.toPrecision(3))), {
        x: FRAME.left - 6,
        y: computeY(value, top) + 4,
        anchor: 'end',
      }),
    ]),
    ...categories.map((name, index) =>
      renderText(name, { x: computeX(index, categories.length), y: bottom + 18, anchor: 'middle' }),
    ),
    renderText(across, { x: (FRAME.left + right) / 2, y: bottom + 38, anchor: 'middle' }),
    renderText(unit, { x: right + 16, y: FRAME.top - 18, anchor: 'start' }),
  ];
}

function renderSeries({ series, categories }: Plot, index: number, top: number): string[] {
  const { name = '', values = [] } = series[index] ?? {};
  const colour = COLOURS[index % COLOURS.length] ?? '#000000';
  const points = values
    .map(
      (value, category) => [computeX(category, categories.length), computeY(value, top)] as const,
    )
    .filter(([, y]) => Number.isFinite(y));
  const y = FRAME.top + 8 + index * 20;
  const x = SIZE.width - FRAME.right + 16;
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
    `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colour}"/>`,
    renderText(name, { x: x + 16, y, anchor: 'start' }),
  ];
}

function computeX(index: number, count: number): number {
  const width = SIZE.width - FRAME.left - FRAME.right;
  return Math.round(FRAME.left + (width * (index + 0.5)) / count);
}

function computeY(value: number, top: number): number {
  const height = SIZE.height - FRAME.top - FRAME.bottom;
  return Math.round(SIZE.height - FRAME.bottom - (height * value) / top);
}

interface TextPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly size?: number;
}

function renderText(words: string, { x, y, anchor, size = 12 }: TextPosition): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="#333333">${escapeXml(words)}</text>`;
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
