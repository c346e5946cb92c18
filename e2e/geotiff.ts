type SampleType = 'uint8' | 'uint16' | 'float32';

interface Wanted {
  width: number;
  height: number;
  bands?: number;
  type?: SampleType;
  /** Code of a geographic or projected system; without one the file does not say where it lies. */
  epsg?: number;
  /** West and north edge, and the size of a pixel, in units of the system. */
  west?: number;
  north?: number;
  pixel?: number;
  nodata?: number;
  names?: readonly string[];
  palette?: readonly (readonly [number, number, number])[];
}

const sizes: Readonly<Record<SampleType, number>> = { uint8: 1, uint16: 2, float32: 4 };

/** A GeoTIFF in one uncompressed strip (TIFF 6.0, GeoTIFF 1.1), whose samples a function gives. */
export function geoTiff(
  { width, height, bands = 1, type = 'uint8', epsg, west = 0, north = 0, pixel = 1, nodata, names, palette }: Wanted,
  sample: (band: number, column: number, row: number) => number,
): Buffer {
  const size = sizes[type];
  const pixels = Buffer.alloc(width * height * bands * size);
  for (let index = 0; index < width * height * bands; index += 1) {
    const value = sample(index % bands, Math.floor(index / bands) % width, Math.floor(index / bands / width));
    if (type === 'float32') pixels.writeFloatLE(value, index * 4);
    else pixels.writeUIntLE(value, index * size, size);
  }
  const geographic = epsg !== undefined && epsg >= 4000 && epsg < 5000;
  const metadata =
    names &&
    `<GDALMetadata>${names.map((name, band) => `<Item name="DESCRIPTION" sample="${band}" role="description">${name}</Item>`).join('')}</GDALMetadata>`;
  const tags: [tag: number, type: 2 | 3 | 4 | 12, values: readonly number[]][] = [
    [256, 3, [width]],
    [257, 3, [height]],
    [258, 3, Array.from({ length: bands }, () => size * 8)],
    [259, 3, [1]],
    [262, 3, [palette ? 3 : 1]],
    [273, 4, [0]],
    [277, 3, [bands]],
    [278, 3, [height]],
    [279, 4, [pixels.length]],
    [284, 3, [1]],
    ...(palette
      ? [
          [
            320,
            3,
            [0, 1, 2].flatMap((channel) =>
              Array.from({ length: 256 }, (_, value) => (palette[value]?.[channel] ?? 0) * 257),
            ),
          ] as [number, 3, number[]],
        ]
      : []),
    ...(bands > 1 ? [[338, 3, Array.from({ length: bands - 1 }, () => 0)] as [number, 3, number[]]] : []),
    [339, 3, Array.from({ length: bands }, () => (type === 'float32' ? 3 : 1))],
    ...(epsg === undefined
      ? []
      : ([
          [33550, 12, [pixel, pixel, 0]],
          [33922, 12, [0, 0, 0, west, north, 0]],
          [34735, 3, [1, 1, 0, 3, 1024, 0, 1, geographic ? 2 : 1, 1025, 0, 1, 1, geographic ? 2048 : 3072, 0, 1, epsg]],
        ] as [number, 3 | 12, number[]][])),
    ...(metadata ? [[42112, 2, [...Buffer.from(`${metadata}\0`)]] as [number, 2, number[]]] : []),
    ...(nodata === undefined ? [] : [[42113, 2, [...Buffer.from(`${nodata}\0`)]] as [number, 2, number[]]]),
  ];
  const widths = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;
  const head = Buffer.alloc(8 + 2 + tags.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(tags.length, 8);
  const tails: Buffer[] = [];
  let end = head.length;
  const strip = tags.findIndex(([tag]) => tag === 273);
  tags.forEach(([tag, kind, values], index) => {
    const bytes = Buffer.alloc(Math.max(4, values.length * widths[kind] + ((values.length * widths[kind]) % 2)));
    values.forEach((value, place) => {
      if (kind === 12) bytes.writeDoubleLE(value, place * 8);
      else bytes.writeUIntLE(value, place * widths[kind], widths[kind]);
    });
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(kind, at + 2);
    head.writeUInt32LE(values.length, at + 4);
    if (values.length * widths[kind] <= 4) bytes.copy(head, at + 8, 0, 4);
    else {
      head.writeUInt32LE(end, at + 8);
      tails.push(bytes);
      end += bytes.length;
    }
  });
  head.writeUInt32LE(end, 10 + strip * 12 + 8);
  return Buffer.concat([head, ...tails, pixels]);
}
