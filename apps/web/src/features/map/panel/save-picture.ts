import type { MapState } from '../session/map-state.ts';
import type { MapView } from '../view/map-view.ts';
import { inFrame } from '../view/in-frame.ts';
import { metresPerPixelAt, scaleFor } from '../view/map-maths.ts';

const margin = 12;
const footHeight = 26;

/** Saves what the map shows as a PNG, with its scale, the names of those it comes from, and what is being drawn. */
export async function savePicture(view: MapView, { name }: Pick<MapState, 'name'>, attribution: string): Promise<void> {
  const canvas = await paintPicture(view, attribution);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) throw new Error('The picture could not be made.');
  saveFile(blob, `${name.replaceAll(/[/\\:*?"<>|]/g, '-') || 'map'}.png`);
}

/** What the map shows, above a strip with its scale and whom it comes from. */
export async function paintPicture({ map, overlay }: MapView, attribution: string): Promise<HTMLCanvasElement> {
  const source = map.getCanvas();
  const ratio = source.width / source.clientWidth;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: source.width,
    height: source.height + Math.round(footHeight * ratio),
  });
  const context = canvas.getContext('2d')!;
  await inFrame(map, () => context.drawImage(source, 0, 0));
  context.drawImage(overlay.canvas, 0, 0, source.width, source.height);
  context.scale(ratio, ratio);
  paintFoot(context, {
    width: source.clientWidth,
    top: source.clientHeight,
    attribution,
    style: getComputedStyle(map.getContainer()),
    metresPerPixel: metresPerPixelAt(map.getCenter().lat, map.getZoom()),
  });
  return canvas;
}

interface Foot {
  width: number;
  top: number;
  attribution: string;
  style: CSSStyleDeclaration;
  metresPerPixel: number;
}

/** A strip below the map: the black and white scale bar, and whom the picture comes from. */
function paintFoot(context: CanvasRenderingContext2D, { width, top, attribution, style, metresPerPixel }: Foot): void {
  const [ground, ink] = [style.getPropertyValue('--bg-surface'), style.getPropertyValue('--text')];
  context.fillStyle = ground;
  context.fillRect(0, top, width, footHeight);
  const { length, unit, pixels } = scaleFor(metresPerPixel, 130);
  const y = top + footHeight / 2;
  context.fillStyle = ink;
  context.fillRect(margin, y - 3, pixels, 6);
  context.fillStyle = ground;
  for (const part of [1, 3]) context.fillRect(margin + (part * pixels) / 4 + 1, y - 2, pixels / 4 - 2, 4);
  context.fillStyle = ink;
  context.font = '11px Inter, sans-serif';
  context.textBaseline = 'middle';
  context.fillText(`${length} ${unit}`, margin + pixels + 8, y);
  context.textAlign = 'right';
  context.fillText(attribution, width - margin, y);
}

/** Hands a file to the browser's downloads. */
function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
