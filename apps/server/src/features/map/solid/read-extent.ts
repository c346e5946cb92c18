import { dirname, join } from 'node:path/posix';
import { rootContent, sceneExtent } from '@groma/geo';
import { baseName, GromaError, parseDataPath, type DataPath, type ProjectId, type SolidExtent } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';

/** What is parsed at once; the tiles of large data stand in tilesets of their own. */
const mostBytes = 8 * 1024 ** 2;
const glbHeader = 20;

/**
 * Where a file of a 3D layer lies: a tileset (3D Tiles), GLB or glTF.
 * @throws GromaError FILE_NOT_FOUND, FILE_UNREADABLE with what is wrong
 */
export async function readSolidExtent(
  files: Platform['files'],
  projectId: ProjectId,
  path: DataPath,
): Promise<SolidExtent> {
  const stored = await files.stat(projectId, path);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  const name = baseName(path);
  const unreadable = (detail: string) => new GromaError('FILE_UNREADABLE', { name, detail });
  if (!/\.(?:json|gltf|glb)$/i.test(name))
    throw unreadable('3D layers are made of tilesets (3D Tiles), GLB and glTF. Convert it first.');
  const read = async (from: DataPath, range?: { start: number; end: number }): Promise<Buffer> => {
    // It is closed with what is read of it.
    const opened = await files.open(projectId, from);
    try {
      const start = range?.start ?? 0;
      const end = Math.min(range?.end ?? opened.bytes, opened.bytes);
      if (end <= start) throw unreadable('it ends before its end.');
      if (end - start > mostBytes) throw unreadable(`it describes itself in more than ${mostBytes / 1024 ** 2} MB.`);
      return Buffer.concat(await opened.read({ start, end: end - 1 }).toArray());
    } finally {
      await opened.close();
    }
  };
  try {
    const bytes = await (/\.glb$/i.test(name) ? glbJson((range) => read(path, range), unreadable) : read(path));
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    const beside = rootContent(json);
    const readBeside = async (uri: string) => new Uint8Array(await read(parseDataPath(join(dirname(path), uri))));
    // Without it, a layer that can be drawn stands a little too high.
    return sceneExtent(json, beside === null ? null : await readBeside(beside).catch(() => null));
  } catch (error) {
    if (error instanceof GromaError) throw error;
    throw unreadable(error instanceof SyntaxError ? 'it is no JSON.' : `${(error as Error).message}.`);
  }
}

/** The JSON of a binary glTF stands first. */
async function glbJson(
  read: (range: { start: number; end: number }) => Promise<Buffer>,
  unreadable: (detail: string) => GromaError,
): Promise<Buffer> {
  const head = await read({ start: 0, end: glbHeader });
  if (head.length < glbHeader || head.toString('latin1', 0, 4) !== 'glTF' || head.readUInt32LE(4) > 2)
    throw unreadable('it is no GLB.');
  if (head.readUInt32LE(4) === 1) throw unreadable('it is glTF 1.0, and only 2.0 can be shown.');
  return read({ start: glbHeader, end: glbHeader + head.readUInt32LE(12) });
}
