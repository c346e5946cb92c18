import { t } from '../../platform/text.ts';
import { dropInto, takesDrop } from './import/drop-files.ts';
import { importDesktopFiles, retryImport, stopImport } from './import/import-files.ts';
import { askRasterSource } from './import/raster-source-dialog.tsx';
import { askRasterUrl } from './import/raster-url-dialog.tsx';
import type { MapImports } from './maps/map-imports.ts';

/** The ways of files into maps. */
export const mapImports: MapImports = {
  takesDrop,
  drop: dropInto,
  bring: importDesktopFiles,
  retry: retryImport,
  stop: stopImport,
  entries: (target) => [
    { key: 'cog', label: t('map.fromCogUrl'), onSelect: () => askRasterUrl(target) },
    { key: 'layer', label: t('raster.source.menu'), onSelect: () => askRasterSource(target) },
  ],
};
