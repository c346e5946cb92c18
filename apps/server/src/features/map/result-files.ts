import { parseDataPath } from '@groma/model';
import { mapExport } from '@groma/protocol';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { EXPORT_FORMATS } from './export/export-format-table.ts';
import { makeFile, remarksOf, withRoot } from './export/export-layer.ts';
import { LayerWorker } from './reader/layer-worker.ts';
import type { ResultFiles } from './tool/wanted-tool.ts';

const endingOf = (format: keyof typeof EXPORT_FORMATS): string => `.${EXPORT_FORMATS[format].extension}`;

/** Results of tools as files, in the formats of exports and in degrees. */
export function resultFilesOf(blobs: BlobStore): ResultFiles {
  return {
    endings: mapExport.exportFormats.map(endingOf),
    place(path) {
      const target = parseDataPath(withRoot(path));
      const format = mapExport.exportFormats.find((each) => target.toLowerCase().endsWith(endingOf(each)));
      return { target, format: format ?? null };
    },
    async make({ layerId, snapshotKey, manifest }, { format, name, folder }, signal) {
      const layerName = name.slice(0, -endingOf(format).length) || name;
      const worker = new LayerWorker(blobs);
      const stop = (): void => {
        void worker.close();
      };
      signal.addEventListener('abort', stop);
      try {
        const layer = { layerId, name: layerName, manifest, snapshotKey, snapshotSeq: 0 };
        const made = await makeFile({
          worker,
          folder,
          signal,
          wanted: { format, crs: 'EPSG:4326', place: 'wkt' },
          name,
          layerName,
          source: { layer, log: [], fids: null },
          total: manifest.featureCount,
          report: () => undefined,
        });
        return { file: made.file, count: made.count, remarks: remarksOf(made) };
      } finally {
        signal.removeEventListener('abort', stop);
        await worker.close();
      }
    },
  };
}
