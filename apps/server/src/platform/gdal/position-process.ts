import type { ChildProcess } from 'node:child_process';
import { endGroup } from '../end-group.ts';
import { startWithoutFiles } from './gdal-sandbox.ts';

/** A batch that waits for its lines of output. */
interface Batch {
  positions: Float64Array;
  done: number;
  resolve(positions: Float64Array): void;
  reject(error: Error): void;
}

/** Positions that are written at once: more would fill the memory with text before the program has read it. */
const positionsAtOnce = 20_000;
/** The program reads lines of at most 1024 bytes; what is not finite it would read in ways of its own. */
const nowhere = 'nan nan';

/**
 * A `gdaltransform` that stays: it converts positions between two coordinate systems by the operation that PROJ holds
 * to be the best at each position, which is the one `ogr2ogr` takes too. Its start takes a tenth of a second, a batch
 * of a hundred positions less than a millisecond. It ends with its input: when the server is killed, or `close` is
 * called.
 */
export class PositionProcess {
  readonly #child: Promise<ChildProcess>;
  readonly #batches: Batch[] = [];
  #rest = '';
  #failure: Error | null = null;

  /** @param from and `to` codes or WKT that were checked to name no file */
  constructor(from: string, to: string) {
    // The program would hold lines back until it has a few thousand bytes of them.
    this.#child = startWithoutFiles('stdbuf', ['-oL', 'gdaltransform', '-output_xy', '-s_srs', from, '-t_srs', to]);
    this.#child.then(
      (child) => {
        this.#listen(child);
      },
      (error: Error) => {
        this.#fail(error);
      },
    );
  }

  get isIdle(): boolean {
    return this.#batches.length === 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Converts pairs in place. @throws GdalMissing where GDAL is not installed, Error where the program ends */
  async convert(positions: Float64Array): Promise<Float64Array> {
    const child = await this.#child;
    for (let start = 0; start < positions.length; start += positionsAtOnce * 2) {
      const part = positions.subarray(start, start + positionsAtOnce * 2);
      // One part after the other keeps the text that is on its way small.
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<Float64Array>((resolve, reject) => {
        if (this.#failure) return reject(this.#failure);
        this.#batches.push({ positions: part, done: 0, resolve, reject });
        holdLoop(child, true);
        child.stdin!.write(linesOf(part));
      });
    }
    return positions;
  }

  close(): void {
    this.#fail(new Error('The process was closed.'));
    this.#child.then(endGroup, () => undefined);
  }

  #listen(child: ChildProcess): void {
    child.stdout!.setEncoding('latin1').on('data', (text: string) => {
      this.#take(text);
      if (this.isIdle) holdLoop(child, false);
    });
    child.stdin!.on('error', (error) => {
      this.#fail(error);
    });
    child.on('error', (error) => {
      this.#fail(error);
    });
    child.on('exit', () => {
      this.#fail(new Error('gdaltransform has ended.'));
    });
    holdLoop(child, false);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const [batch] = this.#batches;
      if (!batch) return this.#fail(new Error(`gdaltransform said "${line.slice(0, 100)}" unasked.`));
      const [x, y] = /^[-\d]/.test(line) ? line.split(' ', 2).map(Number) : [NaN, NaN];
      batch.positions[batch.done * 2] = x!;
      batch.positions[batch.done * 2 + 1] = y!;
      batch.done += 1;
      if (batch.done * 2 < batch.positions.length) continue;
      this.#batches.shift();
      batch.resolve(batch.positions);
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const batch of this.#batches.splice(0)) batch.reject(this.#failure);
  }
}

/** A process that works keeps the thread that waits for it from ending; an idle one keeps nobody. */
function holdLoop(child: ChildProcess, holds: boolean): void {
  for (const each of [child, child.stdin, child.stdout] as unknown as { ref(): void; unref(): void }[]) {
    if (holds) each.ref();
    else each.unref();
  }
}

function linesOf(positions: Float64Array): string {
  let text = '';
  for (let at = 0; at < positions.length; at += 2) {
    const [x, y] = [positions[at]!, positions[at + 1]!];
    text += `${Number.isFinite(x) && Number.isFinite(y) ? `${x} ${y}` : nowhere}\n`;
  }
  return text;
}
