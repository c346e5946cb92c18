import type { Page } from '@playwright/test';

/** What a camera is to have written into a photo; what is left out is missing in it. */
export interface DroneTags {
  make?: string;
  model?: string;
  width?: number;
  height?: number;
  focalLength?: number;
  latitude?: number;
  longitude?: number;
  altitude?: number;
  yaw?: number;
  pitch?: number;
  roll?: number;
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  bytes: Buffer;
}

const ascii = (tag: number, text: string): Entry => ({
  tag,
  type: 2,
  count: text.length + 1,
  bytes: Buffer.from(`${text}\0`, 'latin1'),
});
const long = (tag: number, value: number): Entry => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return { tag, type: 4, count: 1, bytes };
};
const rationals = (tag: number, values: readonly number[]): Entry => {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => {
    bytes.writeUInt32LE(Math.round(value * 1e6), index * 8);
    bytes.writeUInt32LE(1e6, index * 8 + 4);
  });
  return { tag, type: 5, count: values.length, bytes };
};

/** One directory of a TIFF that begins at `start`, with its long values behind it (TIFF 6.0 §2). */
function directory(entries: readonly Entry[], start: number): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length);
  const tail: Buffer[] = [];
  let end = start + head.length;
  entries
    .toSorted((a, b) => a.tag - b.tag)
    .forEach(({ tag, type, count, bytes }, index) => {
      const at = 2 + index * 12;
      head.writeUInt16LE(tag, at);
      head.writeUInt16LE(type, at + 2);
      head.writeUInt32LE(count, at + 4);
      if (bytes.length <= 4) return void bytes.copy(head, at + 8);
      head.writeUInt32LE(end, at + 8);
      tail.push(bytes);
      end += bytes.length;
    });
  return Buffer.concat([head, ...tail]);
}

const degrees = (value: number): number[] => {
  const whole = Math.abs(value);
  const minutes = (whole % 1) * 60;
  return [Math.floor(whole), Math.floor(minutes), (minutes % 1) * 60];
};

function exif({ make, model, width, height, focalLength, latitude, longitude }: DroneTags): Buffer {
  const gps =
    latitude === undefined || longitude === undefined
      ? []
      : [
          ascii(1, latitude < 0 ? 'S' : 'N'),
          rationals(2, degrees(latitude)),
          ascii(3, longitude < 0 ? 'W' : 'E'),
          rationals(4, degrees(longitude)),
        ];
  const camera = [
    ascii(0x9003, '2026:06:01 10:15:02'),
    ...(focalLength === undefined ? [] : [rationals(0x920a, [focalLength])]),
    ...(width === undefined ? [] : [long(0xa002, width)]),
    ...(height === undefined ? [] : [long(0xa003, height)]),
  ];
  const main = (cameraAt: number, gpsAt: number): Entry[] => [
    ...(make === undefined ? [] : [ascii(0x10f, make)]),
    ...(model === undefined ? [] : [ascii(0x110, model)]),
    long(0x8769, cameraAt),
    ...(gps.length > 0 ? [long(0x8825, gpsAt)] : []),
  ];
  const cameraAt = 8 + directory(main(0, 0), 8).length;
  const cameraPart = directory(camera, cameraAt);
  const gpsAt = cameraAt + cameraPart.length;
  return Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'),
    directory(main(cameraAt, gpsAt), 8),
    cameraPart,
    ...(gps.length > 0 ? [directory(gps, gpsAt)] : []),
  ]);
}

function xmp({ altitude, yaw, pitch, roll }: DroneTags): Buffer {
  const signed = (value: number): string => (value < 0 ? '' : '+') + value.toFixed(2);
  const words = Object.entries({
    RelativeAltitude: altitude,
    GimbalYawDegree: yaw,
    GimbalPitchDegree: pitch,
    GimbalRollDegree: roll,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`drone-dji:${name}="${signed(value)}"`]));
  return Buffer.from(
    `http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="DJI Meta Data" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${words.join(' ')}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );
}

function segment(content: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A JPEG of 300 × 200 pixels, red on its left and blue on its right, drawn by a page. */
export async function plainJpeg(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
    const context = canvas.getContext('2d')!;
    for (const [index, color] of ['#e02020', '#2020e0'].entries()) {
      context.fillStyle = color;
      context.fillRect(index * 150, 0, 150, 200);
    }
    return canvas.toDataURL('image/jpeg', 0.95);
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** The same JPEG with what a drone's camera writes: EXIF 2.32 and XMP of DJI. */
export function dronePhoto(jpeg: Buffer, tags: DroneTags): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), segment(exif(tags)), segment(xmp(tags)), jpeg.subarray(2)]);
}

/** A Phantom 4 Pro that looks straight down from 60 m. */
export const phantom: DroneTags = {
  make: 'DJI',
  model: 'FC6310',
  width: 5472,
  height: 3648,
  focalLength: 8.8,
  latitude: 47,
  longitude: 8,
  altitude: 60,
  yaw: 0,
  pitch: -90,
  roll: 0,
};
