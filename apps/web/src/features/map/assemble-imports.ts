import { menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { dropInto, takesDrop } from './import/drop-files.ts';
import {
  addRasterOfMap,
  addRasterOfUrl,
  addSolid,
  importFromDesktop,
  retryImport,
  stopImport,
} from './import/import-commands.ts';
import type { MapImports } from './maps/map-imports.ts';

/** The ways of files into maps. */
export const mapImports: MapImports = {
  takesDrop,
  drop: dropInto,
  retry: retryImport,
  stop: stopImport,
  fromDesktop: importFromDesktop,
  entries: (mapId) =>
    menuOf([
      menuEntry(importFromDesktop, { mapId }),
      menuEntry(addRasterOfUrl, { mapId }),
      menuEntry(addRasterOfMap, { mapId }),
      menuEntry(addSolid, { mapId }),
    ]),
};
