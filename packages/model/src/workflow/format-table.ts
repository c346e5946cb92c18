/**
 * Kinds of data that workflows convert, in the order in which they are offered. `any` is detected, and is for inputs
 * alone.
 */
export const workflowDataTypes = [
  'any',
  'raster',
  'vector',
  'vector-style',
  'point-cloud',
  'mesh',
  'tiled-3d',
] as const;
export type WorkflowDataType = (typeof workflowDataTypes)[number];

/** Names of the kinds of data (002 §3). */
export const workflowDataTypeNames: Record<WorkflowDataType, string> = {
  any: 'Any',
  raster: 'Raster',
  vector: 'Vector',
  'vector-style': 'Vector Style',
  'point-cloud': '3D Point Cloud',
  mesh: '3D Mesh/Scene',
  'tiled-3d': 'Tiled 3D',
};

export interface WorkflowFormat {
  id: string;
  name: string;
  /** Endings of its files in lower case. */
  extensions: readonly string[];
  /** It can be read, not written. */
  isInputOnly?: true;
}

/**
 * The formats of each kind, the first being the one that a change of the kind chooses. PNTS is for inputs alone
 * (WFL-048); a format may belong to two kinds (PLY).
 */
export const workflowFormats: Record<WorkflowDataType, readonly WorkflowFormat[]> = {
  any: [],
  raster: [
    { id: 'geotiff', name: 'GeoTIFF', extensions: ['.tif', '.tiff'] },
    { id: 'cog', name: 'COG', extensions: ['.tif', '.tiff'] },
    { id: 'ecw', name: 'ECW', extensions: ['.ecw'], isInputOnly: true },
    { id: 'hfa', name: 'HFA (.IMG)', extensions: ['.img'], isInputOnly: true },
    { id: 'jpeg', name: 'JPEG', extensions: ['.jpg', '.jpeg'], isInputOnly: true },
    { id: 'jpeg2000', name: 'JPEG2000', extensions: ['.jp2', '.j2k'], isInputOnly: true },
    { id: 'cadrg', name: 'CADRG (.WD2 only)', extensions: ['.wd2'], isInputOnly: true },
  ],
  vector: [
    { id: 'geojson', name: 'GeoJSON', extensions: ['.geojson', '.json'] },
    { id: 'shapefile', name: 'Shapefile', extensions: ['.shp', '.zip'] },
    { id: 'kml', name: 'KML', extensions: ['.kml'] },
    { id: 'kmz', name: 'KMZ', extensions: ['.kmz'] },
    { id: 'geopackage', name: 'GeoPackage', extensions: ['.gpkg'] },
    { id: 'flatgeobuf', name: 'FlatGeobuf', extensions: ['.fgb'] },
    { id: 'geoparquet', name: 'GeoParquet', extensions: ['.parquet', '.geoparquet', '.gpq'] },
  ],
  'vector-style': [
    { id: 'sld', name: 'SLD', extensions: ['.sld'] },
    { id: 'qml', name: 'QML', extensions: ['.qml'] },
    { id: 'lyrx', name: 'LYRX', extensions: ['.lyrx'], isInputOnly: true },
  ],
  'point-cloud': [
    { id: 'las', name: 'LAS', extensions: ['.las'] },
    { id: 'laz', name: 'LAZ', extensions: ['.laz'] },
    { id: 'xyz', name: 'XYZ', extensions: ['.xyz', '.txt', '.csv'] },
    { id: 'ply', name: 'PLY', extensions: ['.ply'] },
    { id: 'pnts', name: 'PNTS', extensions: ['.pnts'], isInputOnly: true },
  ],
  mesh: [
    { id: 'ply', name: 'PLY', extensions: ['.ply'] },
    { id: 'stl', name: 'STL', extensions: ['.stl'] },
    { id: 'obj', name: 'OBJ', extensions: ['.obj'] },
    { id: 'dae', name: 'COLLADA (dae)', extensions: ['.dae'] },
    { id: 'glb', name: 'GLB', extensions: ['.glb'] },
    { id: 'gltf', name: 'glTF', extensions: ['.gltf'] },
    { id: 'b3dm', name: 'B3DM', extensions: ['.b3dm'], isInputOnly: true },
  ],
  'tiled-3d': [
    { id: '3dtiles', name: '3D Tiles 1.0', extensions: ['.json'] },
    { id: 'i3s', name: 'I3S (SLPK)', extensions: ['.slpk'] },
  ],
};

/** The format of a kind with an id; null where there is none. */
export function workflowFormat(type: WorkflowDataType, id: string | null): WorkflowFormat | null {
  return workflowFormats[type].find((format) => format.id === id) ?? null;
}

/** Formats that can be chosen: for what is read all of a kind, for what is written those that can be. */
export function offeredFormats(type: WorkflowDataType, direction: 'input' | 'output'): readonly WorkflowFormat[] {
  return workflowFormats[type].filter(({ isInputOnly }) => direction === 'input' || !isInputOnly);
}

/** Pairs of kinds that can be converted besides those of one kind (WFL-090). */
export const conversionsBetween: readonly (readonly [from: WorkflowDataType, to: WorkflowDataType])[] = [
  ['vector', 'raster'],
  ['point-cloud', 'tiled-3d'],
  ['mesh', 'tiled-3d'],
];
