import type { GeoKeyFields } from './geo-keys.ts';
import { tag } from './tag-table.ts';

/** Types of TIFF 6.0 §2 and their sizes in bytes. */
const [ascii, short, long, double] = [2, 3, 4, 12];

/**
 * A GeoTIFF of one pixel with the keys of another file: GDAL understands from it which coordinate system they mean, as
 * it would from the file, however large that is and wherever it lies.
 */
export function geoKeyFile({ directory, doubles, letters: known }: GeoKeyFields): Uint8Array {
  const letters = Uint8Array.from([...known, 0]);
  const fields: [tag: number, type: number, count: number, write: (view: DataView, at: number) => number][] = [
    ...(
      [
        [256, 1],
        [257, 1],
        [258, 8],
        [259, 1],
        [262, 1],
        [273, 8],
        [277, 1],
        [278, 1],
        [279, 1],
      ] as const
    ).map(([id, value]): (typeof fields)[number] => [
      id,
      short!,
      1,
      (view, at) => {
        view.setUint16(at, value, true);
        return 2;
      },
    ]),
    [tag.modelPixelScale, double!, 3, (view, at) => numbers(view, at, [1, 1, 0])],
    [tag.modelTiepoint, double!, 6, (view, at) => numbers(view, at, [0, 0, 0, 0, 0, 0])],
    [
      tag.geoKeyDirectory,
      short!,
      directory.length,
      (view, at) => {
        directory.forEach((value, index) => {
          view.setUint16(at + index * 2, value, true);
        });
        return directory.length * 2;
      },
    ],
    ...(doubles.length > 0
      ? [
          [
            tag.geoDoubleParams,
            double!,
            doubles.length,
            (view: DataView, at: number) => numbers(view, at, doubles),
          ] as (typeof fields)[number],
        ]
      : []),
    [
      tag.geoAsciiParams,
      ascii!,
      letters.length,
      (view, at) => {
        new Uint8Array(view.buffer).set(letters, at);
        return letters.length;
      },
    ],
  ];
  // A pixel, then the directory, then what does not fit into it.
  const [directoryAt, entryBytes] = [10, 12];
  let valuesAt = directoryAt + 2 + fields.length * entryBytes + 4;
  const bytes = new Uint8Array(
    valuesAt + (directory.length + 8) * 2 + (doubles.length + 9) * 8 + letters.length + 8 * fields.length,
  );
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, directoryAt, 0, 0, 0]);
  view.setUint16(directoryAt, fields.length, true);
  for (const [index, [id, type, count, write]] of fields.entries()) {
    const entry = directoryAt + 2 + index * entryBytes;
    view.setUint16(entry, id, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, count, true);
    if (count * sizeOf(type) <= long!) write(view, entry + 8);
    else {
      view.setUint32(entry + 8, valuesAt, true);
      valuesAt += Math.ceil(write(view, valuesAt) / 8) * 8;
    }
  }
  return bytes;
}

function sizeOf(type: number): number {
  return type === ascii ? 1 : type === short ? 2 : type === double ? 8 : 4;
}

function numbers(view: DataView, at: number, values: readonly number[]): number {
  values.forEach((value, index) => {
    view.setFloat64(at + index * 8, value, true);
  });
  return values.length * 8;
}
