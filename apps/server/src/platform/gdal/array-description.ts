import { z } from 'zod';

/** What `gdalmdiminfo` prints of a group, as far as it is used. */
const attribute = z.union([z.string(), z.number(), z.array(z.unknown()), z.record(z.string(), z.unknown()), z.null()]);
const dimension = z.object({
  name: z.string(),
  full_name: z.string(),
  size: z.number(),
  type: z.string().optional(),
  indexing_variable: z.unknown().optional(),
});
const array = z.object({
  datatype: z.unknown().optional(),
  dimensions: z.array(z.unknown()).default([]),
  dimension_size: z.array(z.number()).default([]),
  attributes: z.record(z.string(), attribute).default({}),
  unit: z.string().optional(),
  scale: z.unknown().optional(),
  offset: z.unknown().optional(),
  nodata_value: z.unknown().optional(),
  srs: z.object({ wkt: z.string() }).optional(),
});
type PrintedArray = z.output<typeof array>;
interface PrintedGroup {
  dimensions: z.output<typeof dimension>[];
  arrays: Record<string, PrintedArray>;
  groups: Record<string, PrintedGroup>;
}
const group: z.ZodType<PrintedGroup> = z.lazy(() =>
  z.object({
    dimensions: z.array(dimension).default([]),
    arrays: z.record(z.string(), array).default({}),
    groups: z.record(z.string(), group).default({}),
  }),
);

type AxisKind = 'x' | 'y' | 'time' | 'level' | 'other';

/** An axis of an array. */
export interface ArrayAxis {
  /** As people know it. */
  name: string;
  kind: AxisKind;
  size: number;
  /** Path of the array that holds its values; null where there is none, or none that fits. */
  variable: string | null;
  unit: string | undefined;
  calendar: string | undefined;
}

/** An array of a file that is an image, or one for each step of its other axes. */
export interface ArrayImage {
  /** Path in the file (`/group/name`). */
  path: string;
  title: string | null;
  unit: string | null;
  /** Type of the numbers as GDAL calls it. */
  type: string;
  isPacked: boolean;
  /** Value that stands for none, where the file names one in the way of old files alone. */
  missingValue: number | null;
  axes: readonly ArrayAxis[];
  /** Indices of the axes from left to right and from top to bottom. */
  x: number;
  y: number;
  /** WKT or code of the coordinate system, where the file says it. */
  system: string | null;
}

const numeric = /^(?:Byte|U?Int(?:8|16|32|64)|Float(?:32|64))$/;
/** Words of GDAL's programs are cut at these. */
const plainPath = /^[^,;"'=[\]\p{Cc}]{1,400}$/u;
/** Of what a file may hold; nobody chooses among more. */
const mostArrays = 500;
/** Units of longitudes and latitudes. */
export const degrees = /^degrees?(?:_?(?:north|east|south|west|[NEWS]))?$/i;

/**
 * The arrays of a file that are images, from what `gdalmdiminfo` prints of it: those of numbers with two axes or more,
 * without the axes themselves, bounds of cells, and positions of every pixel.
 * @throws z.ZodError for what is no such print
 */
export function imagesOf(printed: unknown): ArrayImage[] {
  const [arrays, dimensions] = [new Map<string, PrintedArray>(), new Map<string, z.output<typeof dimension>>()];
  const walk = ({ arrays: own, dimensions: axes, groups }: PrintedGroup, at: string): void => {
    for (const each of axes) dimensions.set(each.full_name, each);
    for (const [name, each] of Object.entries(own)) arrays.set(`${at}/${name}`, each);
    for (const [name, each] of Object.entries(groups)) walk(each, `${at}/${name}`);
  };
  walk(group.parse(printed), '');
  const bounds = new Set(
    [...arrays].flatMap(([path, { attributes }]) =>
      ['bounds', 'climatology'].flatMap((name) => nearby(arrays, path, text(attributes[name])) ?? []),
    ),
  );
  const found: ArrayImage[] = [];
  for (const [path, each] of arrays) {
    if (found.length === mostArrays) break;
    const type = String(each.datatype);
    const isAxis = [...dimensions.values()].some(({ indexing_variable: variable }) => variable === path);
    const sizes = each.dimension_size;
    if (!numeric.test(type) || sizes.length < 2 || isAxis || bounds.has(path) || !plainPath.test(path)) continue;
    if (/^(?:latitude|longitude)$/.test(text(each.attributes['standard_name']) ?? '')) continue;
    const axes = sizes.map((size, at) => axisOf(arrays, dimensions, each.dimensions[at], size, at));
    const [x, y] = places(axes);
    if (sizes[x]! < 2 || sizes[y]! < 2) continue;
    found.push({
      path,
      title: text(each.attributes['long_name']) ?? text(each.attributes['standard_name']),
      unit: each.unit ?? null,
      type,
      isPacked: each.scale !== undefined || each.offset !== undefined,
      missingValue: each.nodata_value === undefined ? number(each.attributes['missing_value']) : null,
      axes,
      x,
      y,
      system: systemOf(arrays, path, each, [axes[x]!, axes[y]!]),
    });
  }
  return found;
}

function axisOf(
  arrays: ReadonlyMap<string, PrintedArray>,
  dimensions: ReadonlyMap<string, z.output<typeof dimension>>,
  named: unknown,
  size: number,
  at: number,
): ArrayAxis {
  const known = typeof named === 'string' ? dimensions.get(named) : undefined;
  const path = typeof known?.indexing_variable === 'string' ? known.indexing_variable : null;
  const values = path === null ? undefined : arrays.get(path);
  const fits = values?.dimension_size.length === 1 && values.dimension_size[0] === size && plainPath.test(path!);
  const name = known?.name ?? String(at + 1);
  return {
    name,
    kind: kindOf(name, known?.type, values),
    size,
    variable: fits ? path : null,
    unit: values?.unit,
    calendar: text(values?.attributes['calendar']) ?? undefined,
  };
}

const kindsOfGdal: Readonly<Record<string, AxisKind>> = {
  HORIZONTAL_X: 'x',
  HORIZONTAL_Y: 'y',
  TEMPORAL: 'time',
};
const kindsOfNames: readonly (readonly [RegExp, AxisKind])[] = [
  [/^(?:longitude|projection_x_coordinate|grid_longitude|lon|long|x|easting)$/i, 'x'],
  [/^(?:latitude|projection_y_coordinate|grid_latitude|lat|y|northing)$/i, 'y'],
  [/^(?:time|t|date|valid_time)$/i, 'time'],
  [/^(?:lev|level|plev|height|depth|z|altitude|air_pressure|pressure)$/i, 'level'],
];

/**
 * What an axis is: as GDAL sees it, else by its standard name, its own name and its unit. GDAL takes any axis in metres
 * for heights, unless that says what it is.
 */
function kindOf(name: string, type: string | undefined, values: PrintedArray | undefined): AxisKind {
  const known = kindsOfGdal[type ?? ''];
  if (known) return known;
  const unit = values?.unit ?? '';
  if (/\ssince\s/.test(unit)) return 'time';
  const axis = text(values?.attributes['axis']) ?? '';
  for (const each of [text(values?.attributes['standard_name']) ?? '', axis, name])
    for (const [pattern, kind] of kindsOfNames) if (pattern.test(each)) return kind;
  if (/^degrees?_?(?:E|east)$/i.test(unit)) return 'x';
  if (/^degrees?_?(?:N|north)$/i.test(unit)) return 'y';
  return type === 'VERTICAL' || values?.attributes['positive'] !== undefined ? 'level' : 'other';
}

/** Which axes go across and down: those that say so, else the last two. */
function places(axes: readonly ArrayAxis[]): [number, number] {
  const x = axes.findLastIndex(({ kind }) => kind === 'x');
  const y = axes.findLastIndex(({ kind }) => kind === 'y');
  return x !== -1 && y !== -1 ? [x, y] : [axes.length - 1, axes.length - 2];
}

function systemOf(
  arrays: ReadonlyMap<string, PrintedArray>,
  path: string,
  { srs, attributes }: PrintedArray,
  across: readonly ArrayAxis[],
): string | null {
  if (srs) return srs.wkt;
  const mapping = nearby(arrays, path, text(attributes['grid_mapping'])?.split(/[:\s]/)[0] ?? null);
  const said: PrintedArray['attributes'] = mapping === null ? {} : arrays.get(mapping)!.attributes;
  const written = text(said['crs_wkt']) ?? text(said['spatial_ref']);
  if (written !== null) return written;
  const isDegrees = across.every(({ unit, kind }) => degrees.test(unit ?? '') && (kind === 'x' || kind === 'y'));
  // The conventions leave the figure of the earth open; a rotated grid has names of its own for its degrees.
  const isPlain = mapping === null || said['grid_mapping_name'] === 'latitude_longitude';
  return isDegrees && isPlain ? 'EPSG:4326' : null;
}

/** Path of an array that another names: in its own group or one around it. */
function nearby(arrays: ReadonlyMap<string, PrintedArray>, from: string, name: string | null): string | null {
  if (name === null || name === '') return null;
  if (arrays.has(name)) return name;
  for (let at = from.lastIndexOf('/'); at !== -1; at = from.slice(0, at).lastIndexOf('/'))
    if (arrays.has(`${from.slice(0, at)}/${name}`)) return `${from.slice(0, at)}/${name}`;
  return null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
