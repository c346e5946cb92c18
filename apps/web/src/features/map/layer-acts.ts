/**
 * What the commands of layers open and call. It comes with the menus, so that they work while the server is away, and
 * with the first command that is run without one.
 */
export { openTileAddresses } from './address/tile-addresses.tsx';
export { openLayerDetails } from './details/layer-details.tsx';
export { editFeatures, editLayer, selectAll, zoomToFeatures } from './drawer/feature-actions.ts';
export { askExport } from './export/export-dialog.tsx';
export { openDeletedLayers } from './history/deleted-layers.tsx';
export { openLayerHistory } from './history/layer-history.tsx';
export { importInOtherEncoding } from './import/import-files.ts';
export { convertLayer } from './import/import-raster.ts';
export { askRasterSource } from './import/raster-source-dialog.tsx';
export { askRasterUrl } from './import/raster-url-dialog.tsx';
export { openLayerOrigin } from './origin/layer-origin.ts';
export { runOutdated } from '../../registry/origin/run-outdated.ts';
export { openPhotoDetails } from './photo/photo-card.tsx';
export { askSelection } from './select/select-dialog.tsx';
export { openTableToUse } from './table/focus-table.ts';
