import { and, eq } from '../../../platform/database/drizzle.ts';
import {
  baseName,
  completeRasterStyle,
  dayIn,
  filesOfRaster,
  formatDatedImage,
  GromaError,
  parseDatedImage,
  parseExistingPath,
  parseResource,
  type DatedImage,
  type RasterStyle,
  type ToolDefinition,
  type ToolParameters,
} from '@groma/model';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import { fileVersion, versionOfRows, type OriginInput } from '../../../platform/origin/origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isPresent } from '../record/layer-records.ts';
import { requireKeptImage } from './kept-images.ts';
import type { Asking, SourceParts } from './tool-source.ts';

const tiff = /\.tiff?$/i;
const address = /^https?:\/\//i;

/**
 * Parameters with what its layer shows in place of each image that they name: the path of a file, an address, or
 * several of them, one a line. An image is named by `image:/data/x.tif`, a path or an address alone, `image:` and the
 * ids or names of a map and a raster layer, or as the result of an earlier step. Dated ones become texts of all that is
 * known of them.
 * @throws GromaError BAD_INPUT naming the parameter, FILE_NOT_FOUND, LAYER_NOT_FOUND, LAYER_NOT_RASTER, RESULT_GONE,
 * TOOL_IMAGE_NO_TIFF, TOOL_SERIES_NO_DATE
 */
export async function settleImages(
  parts: SourceParts,
  asking: Asking,
  { fields }: Pick<ToolDefinition, 'fields'>,
  parameters: ToolParameters,
): Promise<ToolParameters> {
  const settled = { ...parameters };
  for (const field of fields) {
    const { name, type } = field;
    const value = settled[name];
    const find = (text: string): Promise<string> => findImage(parts, asking, name, text);
    if (type === 'image' && typeof value === 'string' && value !== '') settled[name] = await find(value);
    const findDated = (text: string): Promise<string> => datedImage(parts, asking, name, text);
    if (type === 'images' && Array.isArray(value))
      settled[name] = await Promise.all((value as string[]).map('isDated' in field ? findDated : find));
  }
  return settled;
}

async function findImage(parts: SourceParts, asking: Asking, parameter: string, text: string): Promise<string> {
  const { platform } = parts;
  const lines = filesOfRaster({ url: text });
  if (lines.some((line) => address.test(line))) return text.trim();
  const named = parseResource(text);
  if (named?.kind === 'result') {
    await requireKeptImage(parts, asking, text);
    return text;
  }
  if (named?.kind !== 'image' && named?.kind !== 'file')
    throw new GromaError('BAD_INPUT', { detail: `${parameter}: “${text}” is no reference of an image.` });
  const [first, layer] = named.parts;
  const shown = layer === undefined ? first! : await filesOfLayer(platform, asking, first!, layer);
  for (const file of filesOfRaster({ url: shown })) await requireImage(platform, asking, file);
  return shown;
}

async function requireImage({ files }: Platform, { projectId }: Asking, file: string): Promise<void> {
  if (address.test(file)) return;
  const path = parseExistingPath(file);
  const stored = await files.stat(projectId, path);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  if (!tiff.test(path)) throw new GromaError('TOOL_IMAGE_NO_TIFF', { name: baseName(path) });
}

/**
 * An image with its date and what its layer knows of it, as a text: of a raster layer, wherever its files lie, of files
 * or addresses of which the first has a date in its name, or as it was settled before.
 * @throws GromaError BAD_INPUT, FILE_NOT_FOUND, LAYER_NOT_FOUND, LAYER_NOT_RASTER, TOOL_IMAGE_NO_TIFF,
 * TOOL_SERIES_NO_DATE
 */
async function datedImage(parts: SourceParts, asking: Asking, parameter: string, text: string): Promise<string> {
  const known = parseDatedImage(text);
  if (known) return formatDatedImage(known);
  const named = parseResource(text);
  // Nothing says of what day an image of an earlier step is.
  if (named?.kind === 'result')
    throw new GromaError('TOOL_SERIES_NO_DATE', { name: (await requireKeptImage(parts, asking, text)).name });
  const [map, layer] = named?.parts ?? [];
  if (named?.kind === 'image' && layer !== undefined)
    return formatDatedImage(imageOfRow(await rasterLayer(parts.platform, asking, map!, layer)));
  const url = await findImage(parts, asking, parameter, text);
  const [first] = filesOfRaster({ url });
  const name = baseName((first ?? url).replace(/[?#].*$/, ''));
  const date = dayIn(name);
  if (date === null) throw new GromaError('TOOL_SERIES_NO_DATE', { name });
  return formatDatedImage({ date, name, url, shown: 'b1', roles: {}, full: 1, nodata: null });
}

/** @throws GromaError TOOL_SERIES_NO_DATE */
function imageOfRow({ name, source, style }: { name: string; source: unknown; style: unknown }): DatedImage {
  const look = completeRasterStyle(style as Partial<RasterStyle>);
  const date = dayIn(look.startDate ?? '') ?? dayIn(name);
  if (date === null) throw new GromaError('TOOL_SERIES_NO_DATE', { name });
  const isMaths = look.expression !== null && look.displayMode === 'single-channel';
  const nodata = look.nodata === null ? NaN : Number(look.nodata);
  return {
    date,
    name,
    url: (source as { url: string }).url,
    shown: isMaths ? look.expression! : `b${look.bands[0] ?? 1}`,
    roles: look.bandRoles,
    full: look.reflectanceScale,
    nodata: Number.isFinite(nodata) ? nodata : null,
  };
}

/** What a raster layer shows, by ids or names of its map and itself. */
async function filesOfLayer(platform: Platform, asking: Asking, map: string, layer: string): Promise<string> {
  return ((await rasterLayer(platform, asking, map, layer)).source as { url: string }).url;
}

/** @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_RASTER */
async function rasterLayer({ database: { query } }: Platform, { projectId }: Asking, map: string, layer: string) {
  const rows = await query
    .select({
      id: layers.id,
      name: layers.name,
      mapId: maps.id,
      mapName: maps.name,
      kind: layers.kind,
      source: layers.source,
      style: layers.style,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), eq(layers.type, 'Layer'), isPresent));
  const found =
    rows.find((row) => row.mapId === map && row.id === layer) ??
    rows.find((row) => row.mapName === map && row.name === layer && row.kind === 'raster');
  if (!found) throw new GromaError('LAYER_NOT_FOUND', { id: layer });
  if (found.kind !== 'raster') throw new GromaError('LAYER_NOT_RASTER', { name: found.name });
  return found;
}

/** The data that parameters name beside layers, by the names under which origins have them. */
export function dataNamed(
  { fields }: Pick<ToolDefinition, 'fields'>,
  parameters: ToolParameters,
): { input: string; named: string }[] {
  return fields.flatMap((field) => {
    const { name, type } = field;
    const value = parameters[name];
    if ((type === 'file' || type === 'image') && typeof value === 'string' && value !== '')
      return [{ input: name, named: value }];
    if (type !== 'images' || !Array.isArray(value)) return [];
    const dated = 'isDated' in field;
    return (value as string[]).map((text, at) => ({
      input: `${name} ${at + 1}`,
      named: (dated && parseDatedImage(text)?.url) || text,
    }));
  });
}

/**
 * What an origin says of the files and images that parameters name, each with its version; a file that is gone is left
 * out. Of what lies at an address, and of several files that are joined, nobody says a version.
 */
export async function originsOfFiles(
  parts: SourceParts,
  definition: Pick<ToolDefinition, 'fields'>,
  asking: Asking,
  parameters: ToolParameters,
): Promise<OriginInput[]> {
  const noLayer = { sourceMapId: null, sourceLayerId: null, sourcePath: null, features: null };
  const found = await Promise.all(
    dataNamed(definition, parameters).map(async ({ input, named }): Promise<OriginInput[]> => {
      if (named.startsWith('result:')) {
        const { name: sourceName } = await requireKeptImage(parts, asking, named);
        return [{ ...noLayer, input, sourceReference: named, sourceName, version: versionOfRows }];
      }
      if (!isOneFile(named)) return [{ ...noLayer, input, sourceName: named, version: null }];
      const path = parseExistingPath(named);
      const file = await parts.platform.files.stat(asking.projectId, path);
      if (!file) return [];
      return [{ ...noLayer, input, sourcePath: path, sourceName: baseName(path), version: fileVersion(file.etag) }];
    }),
  );
  return found.flat();
}

/** Whether an image is a single file of the project. */
function isOneFile(named: string): boolean {
  return named.startsWith('/data/') && filesOfRaster({ url: named }).length === 1;
}
