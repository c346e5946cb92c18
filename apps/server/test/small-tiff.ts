/** Fields of a directory by their tags: the type of TIFF 6.0 §2 and the values. */
export type Fields = Record<number, readonly [type: 3 | 4 | 12, ...values: number[]]>;

const sizes = { 3: 2, 4: 4, 12: 8 } as const;

/**
 * A little-endian TIFF with one directory, and blocks behind it; fields 273 or 324 (offsets) and 279 or 325 (lengths)
 * are added for them.
 */
export function smallTiff(fields: Fields, blocks: readonly Uint8Array[] = [], isTiled = false): Uint8Array {
  const all: Fields = {
    ...fields,
    ...(blocks.length > 0 && {
      [isTiled ? 324 : 273]: [4, ...blocks.map(() => 0)],
      [isTiled ? 325 : 279]: [4, ...blocks.map(({ length }) => length)],
    }),
  };
  const tags = Object.keys(all)
    .map(Number)
    .toSorted((a, b) => a - b);
  const headBytes = 8 + 2 + tags.length * 12 + 4;
  const valueBytes = tags.reduce((sum, tag) => sum + Math.max(8, (all[tag]!.length - 1) * sizes[all[tag]![0]]), 0);
  const blocksAt = headBytes + valueBytes;
  const bytes = new Uint8Array(blocksAt + blocks.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  let at = blocksAt;
  const offsets = blocks.map((block) => {
    bytes.set(block, at);
    at += block.length;
    return at - block.length;
  });
  view.setUint16(8, tags.length, true);
  let valuesAt = headBytes;
  for (const [index, tag] of tags.entries()) {
    const [type, ...given] = all[tag]!;
    const values = tag === 273 || tag === 324 ? (offsets.length > 0 ? offsets : given) : given;
    const entry = 10 + index * 12;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, values.length, true);
    const isInline = values.length * sizes[type] <= 4;
    if (!isInline) view.setUint32(entry + 8, valuesAt, true);
    const start = isInline ? entry + 8 : valuesAt;
    for (const [place, value] of values.entries()) {
      if (type === 3) view.setUint16(start + place * 2, value, true);
      else if (type === 4) view.setUint32(start + place * 4, value, true);
      else view.setFloat64(start + place * 8, value, true);
    }
    if (!isInline) valuesAt += Math.max(8, values.length * sizes[type]);
  }
  return bytes;
}

/** An image of so many pixels with samples of so many bits, in degrees unless it lies nowhere. */
export function image(width: number, height: number, bits: number, more: Fields = {}): Fields {
  return {
    256: [4, width],
    257: [4, height],
    258: [3, bits],
    259: [3, 1],
    262: [3, 1],
    277: [3, 1],
    278: [4, height],
    ...more,
  };
}

/** Where an image in degrees lies: the corner and the size of a pixel. */
export function placed(west: number, north: number, pixel: number): Fields {
  return {
    33550: [12, pixel, pixel, 0],
    33922: [12, 0, 0, 0, west, north, 0],
    34735: [3, 1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326],
  };
}
