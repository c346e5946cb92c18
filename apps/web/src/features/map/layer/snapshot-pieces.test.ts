import { buildSnapshot, type Bbox, type SnapshotBatch } from '@groma/geo';
import { afterEach, expect, test, vi } from 'vitest';
import { SnapshotPieces, stretchesOf } from './snapshot-pieces.ts';

afterEach(() => vi.unstubAllGlobals());

const side = 224;

/** Points of a square grid of ten degrees, in several batches that are sorted in space. */
function grid() {
  const features = Array.from({ length: side * side }, (_, index) => ({
    geometry: {
      type: 'Point' as const,
      coordinates: [((index % side) * 10) / side, (Math.floor(index / side) * 10) / side],
    },
    properties: { name: `point ${index % 7}` },
  }));
  const { manifest, files } = buildSnapshot(features);
  const bytes = files.get('point.arrow')!;
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers?: { range: string } }) => {
    asked.push(headers?.range ?? null);
    const found = /bytes=(\d+)-(\d+)/.exec(headers?.range ?? '');
    return found
      ? new Response(bytes.slice(Number(found[1]), Number(found[2]) + 1), { status: 206 })
      : new Response(bytes.slice());
  });
  const pieces = new SnapshotPieces({ manifest, partUrls: ['/part'] }, new AbortController().signal);
  return { pieces, manifest, batches: manifest.parts[0]!.batches, asked };
}

async function read(pieces: SnapshotPieces, sight: Bbox | null): Promise<SnapshotBatch[]> {
  const found: SnapshotBatch[] = [];
  for await (const batch of pieces.read(pieces.wanted(sight), () => undefined)) found.push(batch);
  return found;
}

const fidsOf = (batches: readonly SnapshotBatch[]): number[] => batches.flatMap(({ fids }) => [...fids]);

test('[PUB-091] of a large layer only what is in sight is fetched, and the rest once, when somebody goes there', async () => {
  const { pieces, batches, asked } = grid();
  expect(batches.length).toBeGreaterThan(3);
  const last = batches.at(-1)!;
  const [west, south, east, north] = last.bbox;
  const corner: Bbox = [(west + east) / 2, (south + north) / 2, (west + east) / 2 + 0.01, (south + north) / 2 + 0.01];
  const first = await read(pieces, corner);
  const seen = pieces.wanted(null).batches;
  expect(seen).toBeLessThan(batches.length - 1);
  // The first batch holds what all others are read by.
  expect(asked[0]).toBe(`bytes=0-${batches[0]!.bytes - 1}`);
  expect(asked.some((range) => range?.endsWith(`-${last.offset + last.bytes - 1}`))).toBe(true);
  expect(asked).not.toContain(null);
  expect(pieces.wanted(corner).batches).toBe(0);
  const rest = await read(pieces, null);
  const fids = [...fidsOf(first), ...fidsOf(rest)];
  expect(fids).toHaveLength(side * side);
  expect(new Set(fids).size).toBe(side * side);
  // Texts are read by the dictionary of the file in every piece.
  const index = (batch: SnapshotBatch) => batch.column(0).get(batch.rows - 1);
  for (const batch of [...first, ...rest]) expect(index(batch)).toBe(`point ${(batch.fids.at(-1)! - 1) % 7}`);
  expect(asked.filter((range) => range === asked[0])).toHaveLength(1);
});

test('[PUB-091] what is wanted whole comes in one piece', async () => {
  const { pieces, asked } = grid();
  expect(fidsOf(await read(pieces, null))).toHaveLength(side * side);
  expect(asked).toEqual([null]);
  expect(pieces.wanted(null)).toMatchObject({ batches: 0, bytes: 0 });
});

test('[PUB-091] a piece that could not be fetched is asked for again', async () => {
  const { pieces } = grid();
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ code: 'SNAPSHOT_REPLACED', message: 'gone' }, { status: 409 }));
  await expect(read(pieces, [0, 0, 0.1, 0.1])).rejects.toMatchObject({ code: 'SNAPSHOT_REPLACED' });
  vi.stubGlobal('fetch', answer);
  expect(fidsOf(await read(pieces, [0, 0, 0.1, 0.1])).length).toBeGreaterThan(0);
});

test('batches that lie next to each other are one stretch', () => {
  expect(stretchesOf([1, 2, 3, 5, 8, 9])).toEqual([
    { from: 1, to: 3 },
    { from: 5, to: 5 },
    { from: 8, to: 9 },
  ]);
  expect(stretchesOf([])).toEqual([]);
});
