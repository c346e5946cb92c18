import { deflateSync } from 'node:zlib';

/** A crossing of roads: its id, which is positive, and where it is in degrees. */
export interface OsmNode {
  id: number;
  longitude: number;
  latitude: number;
}

/** A road along nodes, with its tags. */
export interface OsmWay {
  id: number;
  nodes: readonly number[];
  tags: Readonly<Record<string, string>>;
}

/** Entities that one block may hold by the format. */
const mostOfBlock = 8_000;

/**
 * Writes an extract of OpenStreetMap as readers expect it: nodes before ways, both in the order of their ids (OSM PBF
 * 1.5).
 */
export function osmExtract(nodes: readonly OsmNode[], ways: readonly OsmWay[]): Buffer {
  const features = ['OsmSchema-V0.6', 'DenseNodes'].map((name) => bytesField(4, Buffer.from(name)));
  const blocks = [fileBlock('OSMHeader', Buffer.concat(features))];
  for (let from = 0; from < nodes.length; from += mostOfBlock)
    blocks.push(fileBlock('OSMData', nodeBlock(nodes.slice(from, from + mostOfBlock))));
  for (let from = 0; from < ways.length; from += mostOfBlock)
    blocks.push(fileBlock('OSMData', wayBlock(ways.slice(from, from + mostOfBlock))));
  return Buffer.concat(blocks);
}

function fileBlock(type: string, content: Buffer): Buffer {
  const blob = Buffer.concat([numberField(2, content.length), bytesField(3, deflateSync(content))]);
  const header = Buffer.concat([bytesField(1, Buffer.from(type)), numberField(3, blob.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

function nodeBlock(nodes: readonly OsmNode[]): Buffer {
  const place = (degrees: number): number => Math.round(degrees * 1e7);
  const dense = Buffer.concat([
    bytesField(1, deltas(nodes.map(({ id }) => id))),
    bytesField(8, deltas(nodes.map(({ latitude }) => place(latitude)))),
    bytesField(9, deltas(nodes.map(({ longitude }) => place(longitude)))),
  ]);
  return Buffer.concat([bytesField(1, bytesField(1, Buffer.alloc(0))), bytesField(2, bytesField(2, dense))]);
}

function wayBlock(ways: readonly OsmWay[]): Buffer {
  const words = ['', ...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))];
  const numbers = new Map(words.map((word, index) => [word, index]));
  const packed = (list: readonly string[]): Buffer => Buffer.concat(list.map((word) => varint(numbers.get(word)!)));
  const group = ways.map(({ id, nodes, tags }) =>
    bytesField(
      3,
      Buffer.concat([
        numberField(1, id),
        bytesField(2, packed(Object.keys(tags))),
        bytesField(3, packed(Object.values(tags))),
        bytesField(8, deltas(nodes)),
      ]),
    ),
  );
  const table = Buffer.concat(words.map((word) => bytesField(1, Buffer.from(word))));
  return Buffer.concat([bytesField(1, table), bytesField(2, Buffer.concat(group))]);
}

/** Differences to the number before, in zigzag order, so that small ones of either sign take one byte. */
function deltas(values: readonly number[]): Buffer {
  let last = 0;
  return Buffer.concat(
    values.map((value) => {
      const step = value - last;
      last = value;
      return varint(step < 0 ? -2 * step - 1 : 2 * step);
    }),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

function bytesField(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}
