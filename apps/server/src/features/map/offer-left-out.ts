import { createReadStream } from 'node:fs';
import { parseDataPath, type ProjectId } from '@groma/model';
import type { ImportLeftOut } from '@groma/protocol';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { LEFT_OUT_FILE, type ImportedLayer } from './import/index.ts';

/**
 * What was left out of the layers of an import. The tables of it go to the temporary bucket, where they can be
 * downloaded for a day.
 */
export async function offerLeftOut(
  files: FileStore,
  projectId: ProjectId,
  imported: readonly ImportedLayer[],
  layerIds: readonly string[],
): Promise<ImportLeftOut[]> {
  const offered: ImportLeftOut[] = [];
  for (const [index, { name, leftOut }] of imported.entries()) {
    if (leftOut === null) continue;
    const { file, fileRows, ...report } = leftOut;
    offered.push({
      layer_id: layerIds[index]!,
      layer: name,
      ...report,
      file_path: file === null ? null : await stored(files, projectId, file),
      file_rows: fileRows,
    });
  }
  return offered;
}

/** The import stands whether or not there is room for the table. */
async function stored(files: FileStore, projectId: ProjectId, file: string): Promise<string | null> {
  const path = parseDataPath(`/data/${crypto.randomUUID()}/${LEFT_OUT_FILE}`);
  return files.write(projectId, path, createReadStream(file), { bucket: 'groma-temp' }).then(
    () => path,
    () => null,
  );
}
