import { metresPerPixelAt, scaleFor } from '../view/map-maths.ts';
import type { LargeMap } from './draw-large-map.ts';
import type { LegendLayer } from './legend-layers.ts';
import { paintLegend } from './paint-legend.ts';
import { ink, setFont } from './page-pen.ts';
import { dots, type PageLayout } from './paper.ts';

/** What is said on a page around its map. */
export interface PageWords {
  heading: string;
  attribution: string;
  legend: readonly LegendLayer[];
  /** Title of the legend. */
  legendTitle: string;
  /** Letter of the north arrow. */
  north: string;
  direction: 'ltr' | 'rtl';
  number: Intl.NumberFormat;
}

const longestScale = 50;
const pixelMillimetres = 25.4 / 96;

/** The page as a picture of 300 dots an inch: heading, map with legend and north arrow, scale bar and sources. */
export function drawPage(layout: PageLayout, map: LargeMap, words: PageWords): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: dots(layout.width),
    height: dots(layout.height),
  });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.direction = words.direction;
  const frame = [layout.map.x, layout.map.y, layout.map.width, layout.map.height].map(dots) as [
    number,
    number,
    number,
    number,
  ];
  context.drawImage(map.canvas, ...frame);
  context.strokeStyle = ink;
  context.lineWidth = dots(0.25);
  context.strokeRect(...frame);
  if (layout.heading) paintHeading(context, layout.heading, words);
  if (words.legend.length > 0) paintLegend(context, layout.map, words);
  paintNorth(context, layout.map, map.bearing, words.north);
  paintFoot(context, layout.foot, map, words);
  return canvas;
}

function paintHeading(
  context: CanvasRenderingContext2D,
  { x, y, width }: NonNullable<PageLayout['heading']>,
  { heading, direction }: PageWords,
): void {
  setFont(context, 6, 600);
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  context.textAlign = 'start';
  context.fillText(heading, dots(direction === 'rtl' ? x + width : x), dots(y + 5), dots(width));
}

function paintNorth(
  context: CanvasRenderingContext2D,
  { x, y }: PageLayout['map'],
  bearing: number,
  letter: string,
): void {
  context.save();
  context.translate(dots(x + 9), dots(y + 10));
  context.rotate((-bearing * Math.PI) / 180);
  const point = (across: number, down: number) => [dots(across), dots(down)] as const;
  context.beginPath();
  context.moveTo(...point(0, -4));
  context.lineTo(...point(2.6, 4));
  context.lineTo(...point(0, 2.4));
  context.lineTo(...point(-2.6, 4));
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = dots(1.2);
  context.strokeStyle = '#fff';
  context.stroke();
  context.fillStyle = ink;
  context.fill();
  setFont(context, 3.2, 600);
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  context.lineWidth = dots(0.8);
  context.strokeText(letter, ...point(0, -4.4));
  context.fillText(letter, ...point(0, -4.4));
  context.restore();
}

/** The black and white bar, the scale as a ratio, and whom the map comes from. */
function paintFoot(
  context: CanvasRenderingContext2D,
  { x, y, width }: PageLayout['foot'],
  { latitude, zoom }: LargeMap,
  { attribution, number, direction }: PageWords,
): void {
  const metresPerPixel = metresPerPixelAt(latitude, zoom);
  const { length, unit, pixels } = scaleFor(metresPerPixel, longestScale / pixelMillimetres);
  const bar = pixels * pixelMillimetres;
  const top = y + 5;
  context.fillStyle = ink;
  context.fillRect(dots(x), dots(top), dots(bar), dots(1.4));
  context.fillStyle = '#fff';
  for (const part of [1, 3])
    context.fillRect(dots(x + (part * bar) / 4 + 0.2), dots(top + 0.2), dots(bar / 4 - 0.4), dots(1));
  context.fillStyle = ink;
  setFont(context, 2.8);
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const ratio = number.format(roundScale((metresPerPixel * 1_000) / pixelMillimetres));
  const text = `${number.format(length)} ${unit}  ·  1 : ${ratio}`;
  context.fillText(text, dots(x + bar + 3), dots(top + 0.7));
  const taken = bar + 6 + (context.measureText(text).width / dots(25.4)) * 25.4;
  context.direction = direction;
  context.textAlign = 'right';
  context.fillText(attribution, dots(x + width), dots(top + 0.7), dots(Math.max(10, width - taken)));
}

/** A scale to two figures: more would say what Mercator does not keep. */
export function roundScale(scale: number): number {
  return Number(scale.toPrecision(2));
}
