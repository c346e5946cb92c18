import { tileParts, tripleOf, readPoints, type ScenePoints } from './read-points.ts';
import type { Triple } from './matrix.ts';

/** A model of a tile or a file, as glTF: binary, or JSON with files beside it. */
export interface SceneModel {
  kind: 'model';
  bytes: Uint8Array;
  /** What is to be added to each place after the model is upright. */
  center: Triple;
}
/** Another tileset below a tile. */
interface SceneSet {
  kind: 'tileset';
  json: unknown;
}
export type SceneContent = ScenePoints | SceneModel | SceneSet;

/**
 * What a tile holds, by its first bytes: points (PNTS), models (B3DM, GLB, glTF), several of those (CMPT), or a further
 * tileset.
 * @throws Error with what is wrong, in a few words
 */
export function readContent(file: Uint8Array): SceneContent[] {
  const magic = new TextDecoder().decode(file.subarray(0, 4));
  if (magic === 'pnts') return [readPoints(file)];
  if (magic === 'b3dm') return [readModel(file)];
  if (magic === 'glTF') return [{ kind: 'model', bytes: file, center: [0, 0, 0] }];
  if (magic === 'cmpt') return readSeveral(file);
  if (/^\s*\{/.test(magic)) {
    const json = JSON.parse(new TextDecoder().decode(file)) as { root?: unknown };
    return [json.root ? { kind: 'tileset', json } : { kind: 'model', bytes: file, center: [0, 0, 0] }];
  }
  throw new Error(magic === 'i3dm' ? 'it repeats a model (I3DM)' : 'it is of no kind that can be shown');
}

function readModel(file: Uint8Array): SceneModel {
  const [features, , bytes] = tileParts(file, 'b3dm');
  return { kind: 'model', bytes, center: tripleOf(features.table['RTC_CENTER']) ?? [0, 0, 0] };
}

function readSeveral(file: Uint8Array): SceneContent[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: SceneContent[] = [];
  let at = 16;
  for (let left = view.getUint32(12, true); left > 0; left -= 1) {
    if (at + 12 > file.length) throw new Error('it ends before its end');
    const length = view.getUint32(at + 8, true);
    if (length < 12) throw new Error('one of its parts has no length');
    found.push(...readContent(file.slice(at, at + length)));
    at += length;
  }
  return found;
}
