import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { Allowance } from './allowance.ts';
import { DiskBlobStore, type BlobStore } from './blob-store.ts';
import { DiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { meterFiles } from './metered-files.ts';

interface Storage {
  files: FileStore;
  blobs: BlobStore;
  allowance: Allowance;
  close(): Promise<void>;
}

/** Opens the stores that the settings name. */
export async function openStorage(config: Config, database: Database, log: Log): Promise<Storage> {
  const { files, blobs, close } =
    config.storage.url === undefined ? diskStores(config) : await s3Stores(config, config.storage.url, log);
  const allowance = new Allowance({
    database,
    settings: config.storage,
    count: (projectId) => files.sizeOf(projectId),
    log,
  });
  return {
    files: meterFiles(files, allowance),
    blobs,
    allowance,
    async close() {
      await allowance.close();
      await close();
    },
  };
}

function diskStores({ dataFolder }: Config): Omit<Storage, 'allowance'> {
  return {
    files: new DiskFileStore(join(dataFolder, 'files')),
    blobs: new DiskBlobStore(join(dataFolder, 'blobs')),
    close: () => Promise.resolve(),
  };
}

/** The library of the store is large, and loaded only where there is one. */
async function s3Stores({ dataFolder }: Config, url: string, log: Log): Promise<Omit<Storage, 'allowance'>> {
  const [{ ObjectStore }, { S3BlobStore }, { MirroredFiles }] = await Promise.all([
    import('./s3/object-store.ts'),
    import('./s3/s3-blob-store.ts'),
    import('./s3/mirrored-files.ts'),
  ]);
  const objects = new ObjectStore(url);
  const mirrored = new MirroredFiles({ objects, root: join(dataFolder, 'files'), log });
  return {
    files: mirrored.files,
    blobs: new S3BlobStore(objects, join(dataFolder, 'blobs')),
    close: () => mirrored.close(),
  };
}
