import { and, eq } from 'drizzle-orm';
import {
  baseName,
  filesOfRaster,
  GromaError,
  parseExistingPath,
  parseResource,
  type DataPath,
  type ToolDefinition,
  type ToolParameters,
} from '@groma/model';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import { fileVersion, type OriginInput } from '../../../platform/origin/origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isPresent } from '../record/layer-records.ts';
import type { Asking } from './tool-source.ts';

const tiff = /\.tiff?$/i;

/**
 * Parameters with the path of its file in place of each image that they name: `image:/data/x.tif`, a path alone, or
 * `image:` and the ids or names of a map and a raster layer.
 * @throws GromaError BAD_INPUT naming the parameter, FILE_NOT_FOUND, LAYER_NOT_FOUND, LAYER_NOT_RASTER,
 * TOOL_IMAGE_NO_FILE, TOOL_IMAGE_NO_TIFF
 */
export async function settleImages(
  platform: Platform,
  asking: Asking,
  { fields }: Pick<ToolDefinition, 'fields'>,
  parameters: ToolParameters,
): Promise<ToolParameters> {
  const settled = { ...parameters };
  for (const { name, type } of fields) {
    const value = settled[name];
    const find = (text: string): Promise<DataPath> => findImage(platform, asking, name, text);
    if (type === 'image' && typeof value === 'string' && value !== '') settled[name] = await find(value);
    if (type === 'images' && Array.isArray(value)) settled[name] = await Promise.all((value as string[]).map(find));
  }
  return settled;
}

async function findImage(platform: Platform, asking: Asking, parameter: string, text: string): Promise<DataPath> {
  const named = parseResource(text);
  if (named?.kind !== 'image' && named?.kind !== 'file')
    throw new GromaError('BAD_INPUT', { detail: `${parameter}: “${text}” is no reference of an image.` });
  const [first, layer] = named.parts;
  const path = parseExistingPath(layer === undefined ? first! : await fileOfLayer(platform, asking, first!, layer));
  const stored = await platform.files.stat(asking.projectId, path);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  if (!tiff.test(path)) throw new GromaError('TOOL_IMAGE_NO_TIFF', { name: baseName(path) });
  return path;
}

/** The file that a raster layer shows, by ids or names of its map and itself. */
async function fileOfLayer(
  { database: { query } }: Platform,
  { projectId }: Asking,
  map: string,
  layer: string,
): Promise<string> {
  const rows = await query
    .select({
      id: layers.id,
      name: layers.name,
      mapId: maps.id,
      mapName: maps.name,
      kind: layers.kind,
      source: layers.source,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), eq(layers.type, 'Layer'), isPresent));
  const found =
    rows.find((row) => row.mapId === map && row.id === layer) ??
    rows.find((row) => row.mapName === map && row.name === layer && row.kind === 'raster');
  if (!found) throw new GromaError('LAYER_NOT_FOUND', { id: layer });
  if (found.kind !== 'raster') throw new GromaError('LAYER_NOT_RASTER', { name: found.name });
  const [url, ...others] = filesOfRaster(found.source as { url: string });
  if (!url?.startsWith('/data/')) throw new GromaError('TOOL_IMAGE_NO_FILE', { name: found.name });
  if (others.length > 0)
    throw new GromaError('BAD_INPUT', { detail: `“${found.name}” is drawn of several files. Choose one of them.` });
  return url;
}

/** The files that parameters name, by the names under which origins have them. */
export function filesNamed(
  { fields }: Pick<ToolDefinition, 'fields'>,
  parameters: ToolParameters,
): { input: string; path: string }[] {
  return fields.flatMap(({ name, type }) => {
    const value = parameters[name];
    if ((type === 'file' || type === 'image') && typeof value === 'string' && value !== '')
      return [{ input: name, path: value }];
    if (type !== 'images' || !Array.isArray(value)) return [];
    return (value as string[]).map((path, at) => ({ input: `${name} ${at + 1}`, path }));
  });
}

/** What an origin says of the files that parameters name, each with its version; one that is gone is left out. */
export async function originsOfFiles(
  { files }: Platform,
  definition: Pick<ToolDefinition, 'fields'>,
  { projectId }: Pick<Asking, 'projectId'>,
  parameters: ToolParameters,
): Promise<OriginInput[]> {
  const found = await Promise.all(
    filesNamed(definition, parameters).map(async ({ input, path: named }) => {
      const path = parseExistingPath(named);
      const file = await files.stat(projectId, path);
      if (!file) return [];
      const source = { sourceMapId: null, sourceLayerId: null, sourcePath: path, sourceName: baseName(path) };
      return [{ ...source, input, version: fileVersion(file.etag), features: null }];
    }),
  );
  return found.flat();
}
