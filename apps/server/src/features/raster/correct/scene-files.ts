import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { GromaError, parseExistingPath, type ProjectId } from '@groma/model';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { mostXmlBytes } from './metadata-xml.ts';

/** Things in an archive at most, bytes of one of them, and how many times its own size an archive may become. */
const most = { entries: 10_000, bytes: 4 * 1024 ** 3, growth: 100 };

/** The files of one scene, wherever they lie: in a folder of the project, or in a zip file of it. */
export interface SceneFiles {
  /** Their paths within the scene. */
  readonly names: readonly string[];
  /** Puts a file into a folder that no kernel sees, and gives its path there. @throws GromaError FILE_UNREADABLE */
  take(name: string, folder: string): Promise<string>;
  close(): void;
}

/** A small file of a scene as text. @throws GromaError FILE_UNREADABLE */
export async function readSceneText(files: SceneFiles, name: string, folder: string): Promise<string> {
  const path = await files.take(name, folder);
  const { size } = await stat(path);
  if (size > mostXmlBytes)
    throw new GromaError('FILE_UNREADABLE', { name: basename(name), detail: 'it is too large.' });
  return readFile(path, 'utf8');
}

/** Files of a project. `paths` are theirs by their names within the scene. */
export function filesOfFolder(store: FileStore, projectId: ProjectId, paths: ReadonlyMap<string, string>): SceneFiles {
  return {
    names: [...paths.keys()],
    async take(name, folder) {
      await mkdir(folder, { recursive: true });
      return store.lend(projectId, parseExistingPath(paths.get(name)!), folder);
    },
    close: () => undefined,
  };
}

/** Files in a zip file. What is locked or too large is refused. @throws GromaError FILE_UNREADABLE */
export async function filesOfZip(archive: string, name: string, signal: AbortSignal): Promise<SceneFiles> {
  const refuse = (detail: string): GromaError => new GromaError('FILE_UNREADABLE', { name, detail });
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.open(archive, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
      error ? reject(refuse(`it is not a zip file, or it is damaged (${error.message}).`)) : resolve(opened),
    );
  });
  try {
    const entries = await entriesOf(zip, refuse);
    return {
      names: [...entries.keys()],
      async take(wanted, folder) {
        const entry = entries.get(wanted)!;
        if (entry.uncompressedSize > Math.min(most.bytes, zip.fileSize * most.growth))
          throw refuse(`“${basename(wanted)}” in it is too large.`);
        await mkdir(folder, { recursive: true });
        const path = join(folder, basename(wanted));
        const content = await new Promise<Readable>((resolve, reject) => {
          zip.openReadStream(entry, (error, stream) => (error ? reject(refuse(error.message)) : resolve(stream)));
        });
        await pipeline(content, createWriteStream(path, { flags: 'w' }), { signal }).catch((error: unknown) => {
          signal.throwIfAborted();
          throw refuse(`“${basename(wanted)}”: ${error instanceof Error ? error.message : String(error)}`);
        });
        return path;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function entriesOf(zip: yauzl.ZipFile, refuse: (detail: string) => GromaError): Promise<Map<string, yauzl.Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, yauzl.Entry>>();
  const entries = new Map<string, yauzl.Entry>();
  if (zip.entryCount > most.entries) return Promise.reject(refuse(`it contains more than ${most.entries} files.`));
  zip.on('error', (error: Error) => reject(refuse(error.message)));
  zip.on('end', () => resolve(entries));
  zip.on('entry', (entry: yauzl.Entry) => {
    if ((entry.generalPurposeBitFlag & 1) !== 0) return reject(refuse('it is encrypted.'));
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    zip.readEntry();
  });
  zip.readEntry();
  return promise;
}
