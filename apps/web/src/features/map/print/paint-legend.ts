import type { LegendLayer, LegendRow } from './legend-layers.ts';
import { ink, setFont } from './page-pen.ts';
import { dots, type PageLayout } from './paper.ts';

const row = 5;
const padding = 3;
const mark = 4;
const inset = 4;
const widest = 62;
const letters = 2.9;

/** Paints the legend over the map, at its upper end, as large as what is in it and never over all of it. */
export function paintLegend(
  context: CanvasRenderingContext2D,
  map: PageLayout['map'],
  { legend, legendTitle, direction }: { legend: readonly LegendLayer[]; legendTitle: string; direction: 'ltr' | 'rtl' },
): void {
  const rows = legend.flatMap((layer) => [
    { ...layer, indent: 0 },
    ...layer.rows.map((each) => ({ ...each, indent: mark + 2 })),
  ]);
  const room = Math.floor((map.height * 0.8 - 2 * padding) / row) - 1;
  const shown = rows.slice(0, Math.max(1, room));
  setFont(context, letters);
  const longest = Math.max(
    ...shown.map(({ text, indent }) => (context.measureText(text).width / dots(25.4)) * 25.4 + indent),
  );
  const width = Math.min(widest, longest + mark + 2 + 2 * padding);
  const height = 2 * padding + (shown.length + 1) * row;
  const [x, y] = [map.x + map.width - inset - width, map.y + inset];
  context.fillStyle = 'rgb(255 255 255 / 92%)';
  context.fillRect(dots(x), dots(y), dots(width), dots(height));
  context.strokeStyle = ink;
  context.lineWidth = dots(0.2);
  context.strokeRect(dots(x), dots(y), dots(width), dots(height));
  const isBack = direction === 'rtl';
  const place = (from: number) => dots(isBack ? x + width - padding - from : x + padding + from);
  const write = (text: string, from: number, line: number, weight: number) => {
    setFont(context, letters, weight);
    context.fillStyle = ink;
    context.textAlign = isBack ? 'right' : 'left';
    context.textBaseline = 'middle';
    context.fillText(text, place(from), dots(y + padding + (line + 0.5) * row), dots(width - 2 * padding - from));
  };
  write(legendTitle, 0, 0, 600);
  shown.forEach((each, index) => {
    const left = isBack ? x + width - padding - each.indent - mark : x + padding + each.indent;
    paintMark(context, each, left, y + padding + (index + 1.5) * row);
    write(each.text, each.indent + mark + 2, index + 1, 400);
  });
}

/** A mark around a height, in millimetres. */
function paintMark(
  context: CanvasRenderingContext2D,
  { shape, colors }: LegendRow,
  left: number,
  middle: number,
): void {
  const [x, y, size] = [dots(left), dots(middle), dots(mark)];
  if (colors.length === 0 || shape === 'none') return;
  context.fillStyle = colors.length > 1 ? gradient(context, colors, x, size) : colors[0]!;
  context.strokeStyle = 'rgb(0 0 0 / 35%)';
  context.lineWidth = dots(0.15);
  context.beginPath();
  if (shape === 'point') context.arc(x + size / 2, y, size * 0.36, 0, 2 * Math.PI);
  else if (shape === 'line') context.rect(x, y - size * 0.12, size, size * 0.24);
  else context.rect(x, y - size * 0.4, size, size * 0.8);
  context.fill();
  if (shape !== 'line') context.stroke();
}

function gradient(
  context: CanvasRenderingContext2D,
  colors: readonly string[],
  x: number,
  size: number,
): CanvasGradient {
  const made = context.createLinearGradient(x, 0, x + size, 0);
  colors.forEach((color, index) => made.addColorStop(index / (colors.length - 1), color));
  return made;
}
