import { file } from '@groma/protocol';
import { api } from '../api.ts';
import { t } from '../text.ts';

/** Where the files of a scene are. */
export interface ScenePlace {
  projectId: string;
  bucket: 'groma' | 'groma-temp';
  /** Of its first file, as `/data/town/tileset.json`. */
  path: string;
}

/**
 * The path of what a file names beside it, as `tiles/a.pnts`.
 * @throws Error for an address elsewhere
 */
export function besidePath(path: string, uri: string): string {
  if (/^[a-z][\w+.-]*:|^\/\//i.test(uri)) throw new Error(t('file.scene.elsewhere', { address: uri.slice(0, 120) }));
  const words = uri.startsWith('/') ? [] : path.split('/').slice(1, -1);
  for (const word of uri.replace(/[?#].*$/, '').split('/')) {
    if (word === '..') words.pop();
    else if (word !== '.' && word !== '') words.push(decodeURIComponent(word));
  }
  return `/${words.join('/')}`;
}

/** A link to a file of a scene, good for 15 minutes. */
export async function linkToPart({ projectId, bucket }: ScenePlace, path: string, signal?: AbortSignal) {
  const { signedUrl } = await api.call(file.signedUrl, {
    params: { bucket, projectId, path: path.slice(1) },
    ...(signal && { signal }),
  });
  return signedUrl;
}

/** The bytes of a file of a scene. */
export async function readPart(
  place: ScenePlace,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(await linkToPart(place, path, signal), signal ? { signal } : {});
  if (!response.ok) throw new Error(t('file.fetchFailed'));
  return new Uint8Array(await response.arrayBuffer());
}
