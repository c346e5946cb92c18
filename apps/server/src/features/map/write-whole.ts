import { join } from 'node:path';
import { checkFile } from './import/check-file.ts';
import { layerNameOfFile } from './import/layer-writer.ts';
import type { DirectProgress, DirectWay } from './reader/direct/direct-request.ts';
import type { LayerWorker } from './reader/layer-worker.ts';

interface Whole {
  /** Real path of the file. */
  source: string;
  /** Its name as the person knows it. */
  fileName: string;
  format: string;
  /** An empty folder in which the file is made. */
  folder: string;
  extension: string;
  /** From 0 to 1. */
  onProgress(fraction: number): void;
}

const WAYS: readonly DirectWay[] = ['geojson flatgeobuf', 'flatgeobuf geojson'];

/**
 * A file of one layer in another format by one stream in a thread; null where there is none between the two, or where
 * features have to be looked at one by one for what is lost of them.
 * @throws ImportError for a file that is none of its format, or too large
 */
export async function writeWhole(worker: LayerWorker, whole: Whole): Promise<{ name: string; file: string } | null> {
  const { source, fileName, format, folder, extension, onProgress } = whole;
  const from = await checkFile(source, fileName);
  const way = WAYS.find((each) => each === `${from} ${format}`);
  if (way === undefined) return null;
  const layerName = layerNameOfFile(fileName);
  const target = join(folder, `whole.${extension}`);
  let isDone = false;
  for await (const piece of worker.stream('writeDirectly', { way, source, target, layerName })) {
    const { fraction, done } = JSON.parse(Buffer.from(piece).toString('utf8')) as DirectProgress;
    onProgress(fraction);
    isDone = done === true;
  }
  return isDone ? { name: layerName, file: target } : null;
}
