import { readBatches, type Bbox, type SnapshotBatch, type SnapshotPart } from '@groma/geo';
import { isInSight } from './in-sight.ts';
import type { SnapshotSource } from './layer-messages.ts';

/** An answer of the server that is no snapshot; `code` is of the catalogue. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Batches that are to be read, by the numbers they have in each part. */
interface Wanted {
  parts: readonly (readonly number[])[];
  batches: number;
  bytes: number;
}

/** Batches that lie next to each other in a file, the last one included. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * A snapshot that is read as it is wanted: whole, or the batches that are seen first and others when somebody comes to
 * see them. By plain fetch, so that the worker need not load what the typed client brings along.
 */
export class SnapshotPieces {
  readonly #source: SnapshotSource;
  readonly #signal: AbortSignal;
  /** What of each part has been given out. */
  readonly #given: readonly Set<number>[];
  /** The first batch of a part, with the schema and the dictionaries that all others are read by. */
  readonly #heads = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(source: SnapshotSource, signal: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
    this.#given = source.manifest.parts.map(() => new Set<number>());
  }

  /** What has not been given out yet of a box; of the whole where there is none. */
  wanted(sight: Bbox | null): Wanted {
    const parts = this.#source.manifest.parts.map(({ kind, batches }, index) =>
      batches.flatMap(({ bbox }, number) =>
        this.#given[index]!.has(number) || (sight && (kind === 'none' || !isInSight(bbox, sight))) ? [] : number,
      ),
    );
    const sizes = parts.flatMap((numbers, index) =>
      numbers.map((number) => this.#source.manifest.parts[index]!.batches[number]!.bytes),
    );
    return { parts, batches: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  }

  /**
   * The batches that are wanted, and the first of each part that they lie in, as their bytes arrive; `onBytes` is told
   * how many came. One reading after the other. @throws SnapshotRefused.
   */
  async *read({ parts }: Wanted, onBytes: (bytes: number) => void): AsyncGenerator<SnapshotBatch> {
    // All parts are asked for at once; each is read in its turn.
    const readings = parts.map((numbers, index) => (numbers.length > 0 ? this.#ask(index, numbers, onBytes) : null));
    for (const [index, bodies] of readings.entries()) {
      if (!bodies) continue;
      const given = this.#given[index]!;
      const part = this.#source.manifest.parts[index]!;
      const numbers = [0, ...parts[index]!.filter((number) => number > 0)];
      let at = 0;
      for await (const batch of readBatches(part, inTurn(bodies))) {
        const number = numbers[at++]!;
        if (given.has(number)) continue;
        given.add(number);
        yield batch;
      }
    }
  }

  /** The bytes of some batches of a part, behind those of its first one. */
  #ask(
    index: number,
    numbers: readonly number[],
    onBytes: (bytes: number) => void,
  ): (AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>)[] {
    const part = this.#source.manifest.parts[index]!;
    if (numbers.length === part.batches.length) return [this.#fetch(index, null, onBytes)];
    const head = this.#heads.get(index) ?? this.#fetch(index, rangeOf(part, { from: 0, to: 0 }), onBytes).then(joined);
    head.catch(() => this.#heads.delete(index));
    this.#heads.set(index, head);
    return [
      head.then((bytes) => once(bytes)),
      ...stretchesOf(numbers.filter((number) => number > 0)).map((stretch) =>
        this.#fetch(index, rangeOf(part, stretch), onBytes),
      ),
    ];
  }

  #fetch(
    index: number,
    range: string | null,
    onBytes: (bytes: number) => void,
  ): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
    const reply = fetch(this.#source.partUrls[index]!, {
      credentials: 'same-origin',
      signal: this.#signal,
      ...(range !== null && { headers: { range } }),
    }).then(async (response) => {
      if (!response.ok || !response.body || (range !== null && response.status !== 206))
        throw await refusalOf(response);
      return counted(response.body, onBytes);
    });
    // What nobody waits for yet may fail.
    reply.catch(() => undefined);
    return reply;
  }
}

function rangeOf({ batches }: SnapshotPart, { from, to }: Stretch): string {
  const last = batches[to]!;
  return `bytes=${batches[from]!.offset}-${last.offset + last.bytes - 1}`;
}

/** Numbers in rising order as stretches without gaps. */
export function stretchesOf(numbers: readonly number[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const number of numbers) {
    const last = stretches.at(-1);
    if (last?.to === number - 1) last.to = number;
    else stretches.push({ from: number, to: number });
  }
  return stretches;
}

async function refusalOf(response: Response): Promise<SnapshotRefused> {
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return new SnapshotRefused(message ?? response.statusText, code ?? null);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* inTurn(
  bodies: readonly (AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>)[],
): AsyncGenerator<Uint8Array> {
  for (const body of bodies) yield* await body;
}

async function joined(body: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of body) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

async function* counted(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes(next.value.byteLength);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
