import { dotsPerInch } from './paper.ts';
import { writePdf } from './write-pdf.ts';

export type PageFormat = 'pdf' | 'png';

const jpegQuality = 0.93;

/** Hands a page to the browser's downloads. @throws Error where the picture is too large for this browser. */
export async function savePage(
  canvas: HTMLCanvasElement,
  format: PageFormat,
  { paper, title }: { paper: { width: number; height: number }; title: string },
): Promise<void> {
  const { width, height } = canvas;
  const picture = new Uint8Array(
    await (await blobOf(canvas, format === 'png' ? 'image/png' : 'image/jpeg')).arrayBuffer(),
  );
  const bytes =
    format === 'png' ? withResolution(picture) : writePdf({ jpeg: picture, pixels: { width, height }, paper, title });
  const type = format === 'png' ? 'image/png' : 'application/pdf';
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const name = title.replaceAll(/[/\\:*?"<>|]/g, '-') || 'map';
  Object.assign(document.createElement('a'), { href: url, download: `${name}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, jpegQuality);
  });
  if (!blob) throw new Error('The picture could not be made.');
  return blob;
}

const headBytes = 33;
const inchesPerMetre = 1_000 / 25.4;

/** A PNG that says how large it is on paper: a `pHYs` chunk behind the head (PNG specification §11.3.4.3). */
export function withResolution(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  const perMetre = Math.round(dotsPerInch * inchesPerMetre);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.byteLength + chunk.byteLength);
  whole.set(png.subarray(0, headBytes));
  whole.set(chunk, headBytes);
  whole.set(png.subarray(headBytes), headBytes + chunk.byteLength);
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
