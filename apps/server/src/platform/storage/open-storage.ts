import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { Allowance } from './allowance.ts';
import { DiskBlobStore, type BlobStore } from './blob-store.ts';
import { DiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { meterFiles } from './metered-files.ts';

interface Storage { files: FileStore; blobs: BlobStore; allowance: Allowance }

/** Opens the stores that the settings name. */
export function openStorage(config: Config, database: Database, log: Log): Storage {
  const files = new DiskFileStore(join(config.dataFolder, 'files'));
  const blobs = new DiskBlobStore(join(config.dataFolder, 'blobs'));
  const allowance = new Allowance({ database, settings: config.storage, count: (projectId) => files.sizeOf(projectId), log });
  return { files: meterFiles(files, allowance), blobs, allowance };
}
