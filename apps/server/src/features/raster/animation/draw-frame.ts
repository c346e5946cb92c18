import { globSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';

export interface FrameSize {
  width: number;
  height: number;
}

/** Behind what has no values. */
const ground = { r: 233, g: 233, b: 228, alpha: 1 };
const margin = 8;

/** The font that comes with the Python environment; without one that of the system is taken. */
export function fontFile(pythonEnvironment: string): string | null {
  const [path] = globSync(
    join(pythonEnvironment, 'lib/python3*/site-packages/matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf'),
  );
  return path ?? null;
}

/**
 * A picture of an animation: layers above each other, the date at the top left and the attribution at the bottom right.
 * @param layers PNGs of the size, the lowest first
 * @returns red, green and blue of each pixel, by rows
 */
export async function drawFrame(
  layers: readonly { picture: Uint8Array; opacity: number }[],
  { width, height, day, attribution, font }: FrameSize & { day: string; attribution: string; font: string | null },
): Promise<Buffer> {
  const pictures = await Promise.all(layers.map(({ picture, opacity }) => faded(picture, opacity)));
  const size = Math.max(11, Math.round(Math.min(width, height) / 22));
  const date = await label(day, { font, size, most: width - margin * 2 });
  const credit =
    attribution.trim() === ''
      ? null
      : await label(attribution.trim(), { font, size: Math.max(9, Math.round(size * 0.55)), most: width - margin * 2 });
  const marks: OverlayOptions[] = [
    { input: date.picture, left: margin, top: margin },
    ...(credit
      ? [
          {
            input: credit.picture,
            left: Math.max(0, width - credit.width - margin),
            top: Math.max(0, height - credit.height - margin),
          },
        ]
      : []),
  ];
  return sharp({ create: { width, height, channels: 4, background: ground } })
    .composite([...pictures.map((input) => ({ input, left: 0, top: 0 })), ...marks])
    .removeAlpha()
    .raw()
    .toBuffer();
}

async function faded(picture: Uint8Array, opacity: number): Promise<Buffer> {
  const image = sharp(picture).ensureAlpha();
  return (opacity >= 1 ? image : image.linear([1, 1, 1, opacity], [0, 0, 0, 0])).png().toBuffer();
}

/** White letters on a dark plate, so that they read on any image; cut where they would be wider than `most`. */
async function label(
  text: string,
  { font, size, most }: { font: string | null; size: number; most: number },
): Promise<{ picture: Buffer; width: number; height: number }> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const pad = Math.round(size / 3);
  const letters = await sharp({
    text: {
      text: `<span foreground="white">${escaped}</span>`,
      font: `DejaVu Sans ${size}px`,
      ...(font !== null && { fontfile: font }),
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const width = Math.max(1, Math.min(letters.info.width, most - pad * 2));
  const cut = await sharp(letters.data).extract({ left: 0, top: 0, width, height: letters.info.height }).toBuffer();
  const [fullWidth, fullHeight] = [width + pad * 2, letters.info.height + pad * 2];
  const picture = await sharp({
    create: { width: fullWidth, height: fullHeight, channels: 4, background: { r: 20, g: 24, b: 28, alpha: 0.72 } },
  })
    .composite([{ input: cut, left: pad, top: pad }])
    .png()
    .toBuffer();
  return { picture, width: fullWidth, height: fullHeight };
}
