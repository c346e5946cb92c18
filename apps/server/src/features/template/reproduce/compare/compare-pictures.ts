import sharp from 'sharp';

/** A picture as an output has it: SVG as a text, others as their bytes. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  content: Buffer;
}

const mostPixels = 60_000_000;
const mostSeconds = 20;
/** The longer side of a picture that is kept, in pixels, and its bytes. */
const longestSide = 1_600;
const mostBytes = 4_000_000;

/** Share of the pixels that differ, 0 to 1; 1 where the sizes do. What cannot be drawn is compared as it is written. */
export async function differingShare(published: Picture, ran: Picture): Promise<number> {
  if (published.type === ran.type && published.content.equals(ran.content)) return 0;
  const [first, second] = await Promise.all([pixelsOf(published), pixelsOf(ran)]);
  if (!first || !second || first.info.width !== second.info.width || first.info.height !== second.info.height) return 1;
  if (first.data.equals(second.data)) return 0;
  const [a, b] = [first.data, second.data].map((data) => new Uint32Array(Uint8Array.from(data).buffer));
  let differing = 0;
  for (let i = 0; i < a!.length; i += 1) if (a![i] !== b![i]) differing += 1;
  return differing / a!.length;
}

/** The picture drawn anew as a PNG, in which nothing runs; undefined where it cannot be drawn or is too large. */
export async function keptPicture({ content }: Picture): Promise<Buffer | undefined> {
  try {
    const drawn = await sharp(content, { limitInputPixels: mostPixels })
      .timeout({ seconds: mostSeconds })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return drawn.length > mostBytes ? undefined : drawn;
  } catch {
    return undefined;
  }
}

async function pixelsOf({ content }: Picture) {
  try {
    return await sharp(content, { limitInputPixels: mostPixels })
      .timeout({ seconds: mostSeconds })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    return undefined;
  }
}
