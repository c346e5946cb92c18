import { GromaError, workflowDataTypeNames, workflowFormats, type DataPath, type WorkflowDataType } from '@groma/model';
import type { ConversionFormat } from '@groma/protocol';

/**
 * What a conversion writes: rasters by GDAL, vectors by the streams of imports and exports, styles by a package of
 * their own, points and meshes by Python.
 */
export type OutputForm =
  | { kind: 'raster'; format: 'cog' | 'geotiff'; ending: string }
  | { kind: 'vector'; format: VectorFormat; ending: string }
  | { kind: 'vector-style'; format: 'sld' | 'qml'; ending: string }
  | { kind: 'point-cloud'; format: 'las' | 'laz' | 'xyz' | 'ply'; ending: string }
  | { kind: 'mesh'; format: MeshFormat; ending: string }
  | { kind: 'tiled-3d'; format: '3dtiles'; ending: string };
type MeshFormat = 'stl' | 'obj' | 'dae' | 'glb' | 'gltf';
export type VectorFormat = 'geojson' | 'shapefile' | 'kml' | 'kmz' | 'geopackage' | 'flatgeobuf' | 'geoparquet';

/** What each result is called after the name of its source, by format. A shapefile is several files, in a zip. */
const forms: Partial<Record<ConversionFormat, OutputForm>> = {
  cog: { kind: 'raster', format: 'cog', ending: ' (COG).tif' },
  geotiff: { kind: 'raster', format: 'geotiff', ending: '.tif' },
  geojson: { kind: 'vector', format: 'geojson', ending: '.geojson' },
  shapefile: { kind: 'vector', format: 'shapefile', ending: '.zip' },
  kml: { kind: 'vector', format: 'kml', ending: '.kml' },
  kmz: { kind: 'vector', format: 'kmz', ending: '.kmz' },
  geopackage: { kind: 'vector', format: 'geopackage', ending: '.gpkg' },
  flatgeobuf: { kind: 'vector', format: 'flatgeobuf', ending: '.fgb' },
  geoparquet: { kind: 'vector', format: 'geoparquet', ending: '.parquet' },
  sld: { kind: 'vector-style', format: 'sld', ending: '.sld' },
  qml: { kind: 'vector-style', format: 'qml', ending: '.qml' },
  las: { kind: 'point-cloud', format: 'las', ending: '.las' },
  laz: { kind: 'point-cloud', format: 'laz', ending: '.laz' },
  xyz: { kind: 'point-cloud', format: 'xyz', ending: '.xyz' },
  ply: { kind: 'point-cloud', format: 'ply', ending: '.ply' },
  stl: { kind: 'mesh', format: 'stl', ending: '.stl' },
  dae: { kind: 'mesh', format: 'dae', ending: '.dae' },
  glb: { kind: 'mesh', format: 'glb', ending: '.glb' },
  gltf: { kind: 'mesh', format: 'gltf', ending: '.gltf' },
  // Folders, with what is in them.
  obj: { kind: 'mesh', format: 'obj', ending: ' (OBJ)' },
  '3dtiles': { kind: 'tiled-3d', format: '3dtiles', ending: ' (3D Tiles)' },
};

const rasterName = /\.(?:tiff?|img|jp2|j2k|png|jpe?g|ecw|wd2)$/i;
const vectorName = /\.(?:geojson|json|shp|(?<!\.zarr\.)zip|kml|kmz|gpkg|fgb|parquet|geoparquet|gpq)$/i;
const styleName = /\.(?:sld|qml|lyrx)$/i;
export const cloudName = /\.(?:las|laz|xyz|txt|csv|ply|pnts)$/i;
/** Meshes that are nothing else: PLY may be points. */
const meshName = /\.(?:stl|obj|dae|glb|gltf|b3dm)$/i;
const namesOf = {
  mesh: /\.(?:ply|stl|obj|dae|glb|gltf|b3dm)$/i,
  raster: rasterName,
  vector: vectorName,
  'vector-style': styleName,
  'point-cloud': cloudName,
  'tiled-3d': /\.(?:las|laz|xyz|txt|csv|ply|pnts|stl|obj|dae|glb|gltf|b3dm)$/i,
};

/** What is made of a format. @throws GromaError NO_CONVERTER for one that this server can't write (WFL-142) */
export function requireForm(format: ConversionFormat): OutputForm {
  const form = forms[format];
  if (form) return form;
  if (format === 'i3s')
    throw new GromaError('NO_CONVERTER', {
      format: nameOf(format),
      detail:
        'no program of this server writes it. Make 3D Tiles instead; the npm package @loaders.gl/tile-converter turns those into I3S.',
    });
  const types = (Object.keys(workflowFormats) as WorkflowDataType[]).filter((type) =>
    workflowFormats[type].some(({ id }) => id === format),
  );
  throw new GromaError('NO_CONVERTER', {
    format: nameOf(format),
    detail: `it has no converter for ${types.map((type) => workflowDataTypeNames[type]).join(' or ')} data.`,
  });
}

/** What a folder stands for where files are converted to a format. */
export function isConvertible(form: OutputForm): (name: string) => boolean {
  return (name) => namesOf[form.kind].test(name) || becomesMesh(name, form);
}

/** Whether the result is a mesh: PLY is one where its source can be nothing else. */
export function becomesMesh(path: string, form: OutputForm): boolean {
  return form.kind === 'mesh' || (form.format === 'ply' && meshName.test(path));
}

/** Whether the source of tiles is a mesh and can be nothing else. */
export function isMeshName(path: string): boolean {
  return meshName.test(path);
}

/** The file that stands for a result which is a folder and appears as a whole; null for one that is a file. */
export function mainFileOf({ format }: OutputForm): string | null {
  return format === '3dtiles' ? tilesetName : format === 'obj' ? objName : null;
}
export const tilesetName = 'tileset.json';
export const objName = 'model.obj';

export function isVectorName(path: string): boolean {
  return vectorName.test(path);
}

/** Driver of GDAL that reads rasters by their ending, where not every GDAL has it. */
const rareDrivers = [
  [/\.(?:nc|nc4|cdf)$/i, 'netCDF', 'NetCDF'],
  [/\.(?:h5|hdf5|he5)$/i, 'HDF5', 'HDF5'],
  [/\.zarr(?:\.zip)?$/i, 'Zarr', 'Zarr'],
  [/\.ecw$/i, 'ECW', 'ECW'],
  [/\.(?:jp2|j2k)$/i, 'JP2OpenJPEG', 'JPEG2000'],
  [/\.wd2$/i, 'NITF', 'CADRG'],
] as const;

/**
 * Refuses what can't become a format before anything is made. `drivers` are those of this machine's GDAL.
 * @throws GromaError NO_CONVERTER
 */
export function requireReadable(path: DataPath, form: OutputForm, drivers: readonly string[]): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const refuse = (detail: string): never => {
    throw new GromaError('NO_CONVERTER', { format: nameOf(form.format), detail });
  };
  if (form.kind === 'vector-style') {
    if (!styleName.test(name)) refuse(`"${name}" is no style, and styles are made of styles alone.`);
    return;
  }
  if (becomesMesh(name, form)) {
    if (!namesOf.mesh.test(name)) refuse(`"${name}" is of no format of meshes that it reads.`);
    return;
  }
  if (form.kind === 'tiled-3d') {
    if (!namesOf['tiled-3d'].test(name)) refuse(`"${name}" is of no format of point clouds or meshes that it reads.`);
    const own = /\.(pnts|b3dm)$/i.exec(name)?.[1];
    if (own) refuse(`"${name}" is ${own.toUpperCase()}, and that format is already a subset of 3D Tiles 1.0.`);
    return;
  }
  if (form.kind === 'point-cloud') {
    if (!cloudName.test(name)) refuse(`"${name}" is of no format of point clouds that it reads.`);
    return;
  }
  if (form.kind === 'vector') {
    if (rasterName.test(name)) refuse(`"${name}" is a raster, and rasters become GeoTIFF or COG only.`);
    if (!vectorName.test(name)) refuse(`"${name}" is of no vector format that it reads.`);
    return;
  }
  for (const [ending, driver, called] of rareDrivers)
    if (ending.test(name) && !drivers.includes(driver))
      refuse(
        `"${name}" is ${called}, and the GDAL of this server has no driver for that. Ask its administrator to install one.`,
      );
  const other = (['vector-style', 'point-cloud', 'mesh', 'tiled-3d'] as const).find((type) =>
    workflowFormats[type].some(({ extensions }) => extensions.some((each) => name.toLowerCase().endsWith(each))),
  );
  if (other && !vectorName.test(name) && !rasterName.test(name))
    refuse(`"${name}" is ${workflowDataTypeNames[other]} data, which it can’t read yet.`);
}

function nameOf(id: string): string {
  for (const formats of Object.values(workflowFormats))
    for (const each of formats) if (each.id === id) return each.name;
  return id;
}

/** The Python package without which a file does not become a format; null where none is needed. */
export function packageFor(form: OutputForm, path: string): string | null {
  if (becomesMesh(path, form) || (form.kind === 'tiled-3d' && meshName.test(path))) return 'trimesh';
  return form.kind === 'point-cloud' || form.kind === 'tiled-3d' ? 'laspy' : null;
}

/** What is asked of whoever looks after a server without the package. @throws GromaError NO_CONVERTER */
export function refuseWithout(name: string, form: OutputForm): never {
  throw new GromaError('NO_CONVERTER', {
    format: nameOf(form.format),
    detail: `the Python package ${name} is missing. Ask the administrator of this server to run “npm start” with a network that reaches PyPI.`,
  });
}
