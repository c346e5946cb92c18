import { readGltfJson, type SceneModel } from '@groma/geo';
import { parse } from '@loaders.gl/core';
import { GLTFLoader } from '@loaders.gl/gltf';
import { t } from '../text.ts';
import { besidePath, linkToPart, type ScenePlace } from './scene-files.ts';

/** What needs a decoder that runs as WebAssembly, which pages may not. */
const packed: Readonly<Record<string, string>> = {
  KHR_draco_mesh_compression: 'Draco',
  EXT_meshopt_compression: 'meshopt',
  KHR_texture_basisu: 'Basis Universal',
};

export type Gltf = Awaited<ReturnType<typeof parseGltf>>;

/**
 * Reads a model with its textures. What stands in files beside it is asked for by links of its own.
 * @throws Error that says what cannot be shown
 */
export async function readGltf({ bytes }: SceneModel, place: ScenePlace, path: string): Promise<Gltf> {
  const json = readGltfJson(bytes);
  const method = json.extensionsRequired?.find((each) => each in packed);
  if (method !== undefined) throw new Error(t('file.scene.packed', { method: packed[method]! }));
  const isBinary = new TextDecoder().decode(bytes.subarray(0, 4)) === 'glTF';
  const parts = isBinary ? [] : [...(json.buffers ?? []), ...(json.images ?? [])];
  for (const part of parts) {
    if (part.uri === undefined || part.uri.startsWith('data:')) continue;
    part.uri = new URL(await linkToPart(place, besidePath(path, part.uri)), location.origin).href;
  }
  const whole = isBinary ? bytes : new TextEncoder().encode(JSON.stringify(json));
  return parseGltf(whole.slice().buffer);
}

function parseGltf(data: ArrayBuffer) {
  return parse(data, GLTFLoader, {
    core: { worker: false },
    gltf: { loadBuffers: true, loadImages: true, decompressMeshes: false },
  });
}
