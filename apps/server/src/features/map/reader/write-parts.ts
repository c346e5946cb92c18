import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotBuilder, SnapshotManifest } from '@groma/geo';

/**
 * Writes what a builder has gathered into a folder, a file for each part. It blocks its thread. The store into which
 * the files go sees to it that they are on disk.
 */
export function writeParts(builder: SnapshotBuilder, folder: string): SnapshotManifest {
  const open = new Map<string, number>();
  try {
    const manifest = builder.finish((file, chunk) => {
      let handle = open.get(file);
      if (handle === undefined) open.set(file, (handle = openSync(join(folder, file), 'wx')));
      for (let at = 0; at < chunk.byteLength;) at += writeSync(handle, chunk, at);
    });
    return manifest;
  } finally {
    for (const handle of open.values()) closeSync(handle);
  }
}
