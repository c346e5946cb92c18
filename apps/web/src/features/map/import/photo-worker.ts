import exifr from 'exifr';
import type { FoundTags, PhotoContent, PhotoReply, PhotoRequest } from './photo-messages.ts';

/** Pixels on the longer side of a picture that is kept: every device can draw as much. */
const longestSide = 4_096;
const quality = 0.85;
const wanted = {
  tiff: true,
  exif: true,
  gps: true,
  xmp: true,
  mergeOutput: true,
  translateValues: false,
  reviveValues: false,
  makerNote: false,
  userComment: false,
  icc: false,
  iptc: false,
  jfif: false,
} as const;

self.addEventListener('message', ({ data: { number, file } }: MessageEvent<PhotoRequest>) => {
  const tell = (reply: PhotoReply): void => {
    postMessage(reply);
  };
  read(file).then(
    (content) => tell({ number, content }),
    (error: unknown) => tell({ number, failure: error instanceof Error ? error.message : String(error) }),
  );
});

async function read(file: Blob): Promise<PhotoContent> {
  const tags = (await exifr.parse(file, wanted).catch(() => undefined)) as FoundTags | undefined;
  return { tags: tags ?? null, image: await smallPicture(file) };
}

/** As the sensor saw it: how it was held is said by the gimbal, not by the mark for viewers. */
async function smallPicture(file: Blob): Promise<string> {
  const whole = await createImageBitmap(file, { imageOrientation: 'none' });
  try {
    const scale = Math.min(1, longestSide / Math.max(whole.width, whole.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(whole.width * scale)),
      Math.max(1, Math.round(whole.height * scale)),
    );
    const context = canvas.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    return base64(await (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer());
  } finally {
    whole.close();
  }
}

/** Characters that one call takes. */
const pieceBytes = 32_768;

function base64(content: ArrayBuffer): string {
  const bytes = new Uint8Array(content);
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes));
  return btoa(text);
}
