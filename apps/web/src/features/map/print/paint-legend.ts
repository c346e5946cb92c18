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
  const room = map.height * 0.8 - 2 * padding - row;
  const ends = rows.map(heightOf).reduce<number[]>((all, height) => [...all, (all.at(-1) ?? 0) + height], []);
  const shown = rows.filter((_, index) => index === 0 || ends[index]! <= room);
  setFont(context, letters);
  const longest = Math.max(
    ...shown.map((each) => (context.measureText(each.text).width / dots(25.4)) * 25.4 + each.indent + markOf(each)),
  );
  const width = Math.min(widest, longest + 2 + 2 * padding);
  const height = 2 * padding + row + ends[shown.length - 1]!;
  const [x, y] = [map.x + map.width - inset - width, map.y + inset];
  context.fillStyle = 'rgb(255 255 255 / 92%)';
  context.fillRect(dots(x), dots(y), dots(width), dots(height));
  context.strokeStyle = ink;
  context.lineWidth = dots(0.2);
  context.strokeRect(dots(x), dots(y), dots(width), dots(height));
  const isBack = direction === 'rtl';
  const place = (from: number) => dots(isBack ? x + width - padding - from : x + padding + from);
  const write = (text: string, from: number, middle: number, weight: number) => {
    setFont(context, letters, weight);
    context.fillStyle = ink;
    context.textAlign = isBack ? 'right' : 'left';
    context.textBaseline = 'middle';
    context.fillText(text, place(from), dots(middle), dots(width - 2 * padding - from));
  };
  write(legendTitle, 0, y + padding + row / 2, 600);
  shown.forEach((each, index) => {
    const middle = y + padding + row + ends[index]! - heightOf(each) / 2;
    const left = isBack ? x + width - padding - each.indent - markOf(each) : x + padding + each.indent;
    paintMark(context, each, left, middle);
    write(each.text, each.indent + markOf(each) + 2, middle, 400);
  });
}

/** Pixels of the page in a millimetre of paper. */
const pixelsPerMillimetre = 96 / 25.4;

/** How wide the mark of a row is, in millimetres. */
function markOf({ radius }: LegendRow): number {
  return radius === undefined ? mark : Math.max(mark, (2 * radius) / pixelsPerMillimetre);
}

function heightOf(each: LegendRow): number {
  return Math.max(row, each.radius === undefined ? row : markOf(each) + 1);
}

/** A mark around a height, in millimetres. */
function paintMark(context: CanvasRenderingContext2D, each: LegendRow, left: number, middle: number): void {
  const { shape, colors, radius } = each;
  const [x, y, size] = [dots(left), dots(middle), dots(markOf(each))];
  if (colors.length === 0 || shape === 'none') return;
  context.fillStyle = colors.length > 1 ? gradient(context, colors, x, size) : colors[0]!;
  context.strokeStyle = 'rgb(0 0 0 / 35%)';
  context.lineWidth = dots(0.15);
  context.beginPath();
  if (shape === 'point')
    context.arc(
      x + size / 2,
      y,
      radius === undefined ? size * 0.36 : dots(radius / pixelsPerMillimetre),
      0,
      2 * Math.PI,
    );
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
