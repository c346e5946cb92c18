import { GromaError, limit } from '@groma/model';
import { z } from 'zod';
import { degrees, imagesOf, type ArrayAxis, type ArrayImage } from './array-description.ts';
import { decodeTimes } from './array-times.ts';
import { edgesOf } from './axis-edges.ts';
import { isCrsText } from './describe-crs.ts';
import { findProjection } from './find-projection.ts';
import { findGdal, gdalComplaint, GdalSandbox, type GdalSetup } from './gdal-sandbox.ts';
import { readGdalProgress } from './write-raster.ts';
import { findZarrRoot, mostZarrFiles } from './zarr-root.ts';

/** Files of arrays with many axes, by their ending, and who reads them. */
const kinds = [
  { ending: /\.(?:nc|nc4|cdf)$/i, driver: 'netCDF', called: 'NetCDF' },
  { ending: /\.(?:h5|hdf5|he5)$/i, driver: 'HDF5', called: 'HDF5' },
  { ending: /\.zarr(?:\.zip)?$/i, driver: 'Zarr', called: 'Zarr' },
] as const;
const describeMs = 60_000;
const writeMs = 30 * 60_000;
/** Steps of an axis that are offered, and values of one that are read at most. */
const mostSteps = 20_000;
const mostValues = 200_000;

/** Whether a file holds arrays from which images are chosen. */
export function isArrayFile(path: string): boolean {
  return kinds.some(({ ending }) => ending.test(path));
}

/** Whether a folder is one, of many files. */
export function isArrayFolder(path: string): boolean {
  return /\.zarr$/i.test(path);
}

/** An axis whose steps are images of their own. */
interface ArraySteps {
  name: string;
  kind: 'time' | 'level' | 'other';
  unit: string | null;
  labels: string[];
}

/** Images that a file of arrays holds. */
export interface ArrayChoice {
  path: string;
  title: string | null;
  unit: string | null;
  width: number;
  height: number;
  steps: ArraySteps[];
  /** `no-place` where its rows and columns lie at no even places. */
  place: 'known' | 'no-place' | 'missing-crs';
}

/** Edges of an image in its system, and which of its axes run the other way. */
interface Box {
  edges: [left: number, top: number, right: number, bottom: number];
  isTurnedX: boolean;
  isTurnedY: boolean;
}

interface OpenedArrays {
  /** The file, beside nothing that is not part of it. */
  sourcePath: string;
  workFolder: string;
  signal: AbortSignal;
}

/** An image of a file: the path of its array, and a step of each of its axes but two. */
export interface WantedImage {
  path: string;
  at: readonly number[];
}

/** A file of arrays, read by GDAL in its sandbox. */
export class ArrayFile {
  readonly #request: OpenedArrays;
  readonly #gdal: GdalSetup;
  readonly #drivers: string[];
  readonly #name: string;
  readonly #values = new Map<string, number[]>();
  #images: readonly ArrayImage[] = [];
  /** The folder of a zip in which all is. */
  #inside = '';

  private constructor(request: OpenedArrays, gdal: GdalSetup, drivers: string[]) {
    this.#request = request;
    this.#gdal = gdal;
    this.#drivers = drivers;
    this.#name = request.sourcePath.slice(request.sourcePath.lastIndexOf('/') + 1);
  }

  /**
   * Reads which images a file holds. HDF5 may name other files, so that nothing is read without a sandbox that hides
   * them.
   * @throws GromaError FILE_UNREADABLE, NO_CONVERTER, UNAVAILABLE
   */
  static async open(request: OpenedArrays): Promise<ArrayFile> {
    const gdal = await findGdal();
    if (!gdal?.bubblewrap)
      throw new GromaError('UNAVAILABLE', {
        part: gdal ? 'The sandbox of converters' : 'GDAL',
        remedy: `ask the administrator of this server to install ${gdal ? 'bubblewrap' : 'gdal-bin'}.`,
      });
    const kind = kinds.find(({ ending }) => ending.test(request.sourcePath));
    if (!kind || !gdal.drivers.includes(kind.driver))
      throw new GromaError('NO_CONVERTER', {
        format: 'Cloud Optimized GeoTIFF',
        detail: `the GDAL of this server has no driver for ${kind?.called ?? 'such files'}. Ask its administrator to install Debian’s gdal-bin.`,
      });
    const file = new ArrayFile(request, gdal, [kind.driver, 'GTiff']);
    if (kind.driver === 'Zarr') await file.#findZarr();
    file.#images = await file.#within(describeMs, file.#drivers, async (sandbox) =>
      imagesOf(await file.#print(sandbox, [])),
    );
    if (file.#images.length === 0) throw file.#unreadable('it holds no array with rows and columns of numbers');
    return file;
  }

  /** What can be chosen. @throws GromaError FILE_UNREADABLE */
  async choices(): Promise<ArrayChoice[]> {
    return this.#within(describeMs, this.#drivers, async (sandbox) => {
      const choices: ArrayChoice[] = [];
      for (const image of this.#images) {
        const steps: ArraySteps[] = [];
        for (const at of stepAxes(image)) steps.push(await this.#steps(sandbox, image.axes[at]!));
        const box = await this.#box(sandbox, image);
        choices.push({
          path: image.path,
          title: image.title,
          unit: image.unit,
          width: image.axes[image.x]!.size,
          height: image.axes[image.y]!.size,
          steps,
          place: !box ? 'no-place' : image.system === null ? 'missing-crs' : 'known',
        });
      }
      return choices;
    });
  }

  /**
   * Refuses an image that cannot be put on a map.
   * @param crs a system that a person said, before what the file says
   * @throws GromaError BAD_INPUT for what is not there, TOO_LARGE, FILE_UNREADABLE, IMPORT_FAILED with `reason`:
   * no-place, missing-crs, unknown-crs
   */
  async requireImage(wanted: WantedImage, crs: string | undefined): Promise<void> {
    await this.#within(describeMs, this.#drivers, (sandbox) => this.#require(sandbox, wanted, crs));
  }

  /**
   * Writes one image as a GeoTIFF of its own, with the top row first, as the numbers that the file holds, and answers
   * what is to be said to gdal_translate of it: place, system, and that packed numbers are to be unpacked.
   * GDAL makes a virtual file of its own on the way; the source is none, or it would not have been described without.
   * @throws GromaError as `requireImage`
   */
  async write(
    wanted: WantedImage,
    { crs, output, onProgress }: { crs: string | undefined; output: string; onProgress(fraction: number): void },
  ): Promise<string[]> {
    return this.#within(writeMs, [...this.#drivers, 'VRT'], async (sandbox) => {
      const { image, box, system } = await this.#require(sandbox, wanted, crs);
      const order = [...stepAxes(image), image.y, image.x].join(',');
      const view = [...wanted.at.map(String), turned(box.isTurnedY), turned(box.isTurnedX)].join(',');
      const exit = await sandbox.stream(
        'gdalmdimtranslate',
        [
          '-of',
          'GTiff',
          '-co',
          'BIGTIFF=IF_SAFER',
          '-array',
          `name=${image.path},transpose=[${order}],view=[${view}]`,
          this.#source(sandbox),
          sandbox.output(output),
        ],
        (printed) => readGdalProgress(printed, onProgress),
      );
      if (exit.code !== 0) throw this.#unreadable(gdalComplaint(exit));
      const isNarrow = /^(?:Byte|U?Int(?:8|16))$/.test(image.type);
      return [
        '-a_ullr',
        ...box.edges.map(String),
        '-a_srs',
        system,
        ...(image.missingValue === null ? [] : ['-a_nodata', String(image.missingValue)]),
        ...(image.isPacked ? ['-unscale'] : []),
        // Few programs read whole numbers of 64 bits.
        ...(image.isPacked || /Int64/.test(image.type)
          ? ['-ot', image.isPacked && isNarrow ? 'Float32' : 'Float64']
          : []),
      ];
    });
  }

  async #require(
    sandbox: GdalSandbox,
    { path, at }: WantedImage,
    crs: string | undefined,
  ): Promise<{ image: ArrayImage; box: Box; system: string }> {
    const name = this.#name;
    const image = this.#images.find((each) => each.path === path);
    const axes = image && stepAxes(image).map((axis) => image.axes[axis]!);
    if (!image || axes?.length !== at.length || axes.some(({ size }, index) => at[index]! >= size))
      throw new GromaError('BAD_INPUT', { detail: `array: "${name}" has no such image.` });
    if (image.axes[image.x]!.size * image.axes[image.y]!.size > limit.conversionPixels)
      throw new GromaError('TOO_LARGE', { name, limit: `${limit.conversionPixels / 1e9} gigapixels` });
    const refuse = (reason: string, detail: string): never => {
      throw new GromaError('IMPORT_FAILED', { reason, detail });
    };
    const again = 'Import it again with an EPSG code, such as EPSG:32633.';
    const box =
      (await this.#box(sandbox, image)) ??
      refuse(
        'no-place',
        `“${path}” of "${name}" does not say where it is, or its rows and columns are not evenly spaced.`,
      );
    const system =
      crs ?? image.system ?? refuse('missing-crs', `"${name}" does not say which coordinate system it is in. ${again}`);
    if (!isCrsText(system) || (await findProjection(system, this.#request.signal)) === null)
      refuse('unknown-crs', `"${name}" is in an unknown coordinate system. ${again}`);
    return { image, box, system };
  }

  #source(sandbox: GdalSandbox): string {
    return isZip(this.#name) ? `/vsizip/${sandbox.source}${this.#inside}` : sandbox.source;
  }

  /** Finds where Zarr begins. @throws GromaError FILE_UNREADABLE for what is none that GDAL reads */
  async #findZarr(): Promise<void> {
    const root = await findZarrRoot(this.#request.sourcePath).catch(() => {
      throw this.#unreadable(null);
    });
    if (root?.version === 3)
      throw this.#unreadable('it is Zarr of version 3, and version 2 is read (xarray: to_zarr(…, zarr_format=2))');
    if (!root) throw this.#unreadable(`it holds no Zarr, or more than ${mostZarrFiles} files`);
    this.#inside = root.inside;
  }

  async #print(sandbox: GdalSandbox, words: readonly string[]): Promise<unknown> {
    const { output, ...exit } = await sandbox.text('gdalmdiminfo', [...words, this.#source(sandbox)]);
    if (exit.code !== 0) throw this.#unreadable(gdalComplaint(exit));
    // GDAL writes NaN and infinities as they are, which JSON does not know.
    return JSON.parse(output.replaceAll(/([:[,]\s*)(-?(?:nan|inf(?:inity)?))\b/gi, '$1"$2"')) as unknown;
  }

  async #valuesOf(sandbox: GdalSandbox, { variable, size }: ArrayAxis): Promise<number[] | null> {
    if (variable === null || size > mostValues) return null;
    const known = this.#values.get(variable);
    if (known) return known.length === size ? known : null;
    const printed = z
      .object({ values: z.array(z.unknown()) })
      .safeParse(await this.#print(sandbox, ['-detailed', '-array', variable]));
    const values = printed.success ? printed.data.values.map(Number) : [];
    this.#values.set(variable, values);
    return values.length === size ? values : null;
  }

  async #steps(sandbox: GdalSandbox, axis: ArrayAxis): Promise<ArraySteps> {
    const values = axis.size > mostSteps ? null : await this.#valuesOf(sandbox, axis);
    const dates = axis.kind === 'time' && values ? decodeTimes(values, axis.unit, axis.calendar) : null;
    const labels =
      dates ?? values?.map(String) ?? Array.from({ length: Math.min(axis.size, mostSteps) }, (_, at) => String(at + 1));
    const kind = axis.kind === 'time' || axis.kind === 'level' ? axis.kind : 'other';
    return { name: axis.name, kind, unit: dates || !values ? null : (axis.unit ?? null), labels };
  }

  /** Where an image lies; null where that is not said, or it has no even pixels. */
  async #box(sandbox: GdalSandbox, { axes, x, y }: ArrayImage): Promise<Box | null> {
    const [across, down] = [await this.#edges(sandbox, axes[x]!), await this.#edges(sandbox, axes[y]!)];
    if (!across || !down) return null;
    const [left, right] = across[0] < across[1] ? across : [across[1], across[0]];
    const [bottom, top] = down[0] < down[1] ? down : [down[1], down[0]];
    return { edges: [left, top, right, bottom], isTurnedX: across[0] > across[1], isTurnedY: down[0] < down[1] };
  }

  async #edges(sandbox: GdalSandbox, axis: ArrayAxis): Promise<[number, number] | null> {
    const factor = unitFactors.find(([unit]) => unit.test(axis.unit ?? ''))?.[1];
    if (factor === undefined || (axis.kind !== 'x' && axis.kind !== 'y')) return null;
    const values = await this.#valuesOf(sandbox, axis);
    const edges = values && edgesOf(values, axis.kind === 'x' && degrees.test(axis.unit ?? ''));
    return edges && [edges[0] * factor, edges[1] * factor];
  }

  /** Runs GDAL for so long. @throws GromaError FILE_UNREADABLE for what it cannot make anything of */
  async #within<T>(longestMs: number, drivers: string[], work: (sandbox: GdalSandbox) => Promise<T>): Promise<T> {
    const timeLimit = AbortSignal.timeout(longestMs);
    const signal = AbortSignal.any([this.#request.signal, timeLimit]);
    try {
      return await work(new GdalSandbox({ ...this.#request, signal }, this.#gdal, drivers));
    } catch (error) {
      this.#request.signal.throwIfAborted();
      if (timeLimit.aborted) throw this.#unreadable(`reading it took longer than ${longestMs / 1_000} s`);
      if (error instanceof RangeError) throw this.#unreadable('it holds too much to be described');
      if (error instanceof z.ZodError || error instanceof SyntaxError) throw this.#unreadable(null);
      throw error;
    }
  }

  #unreadable(detail: string | null): GromaError {
    return new GromaError('FILE_UNREADABLE', {
      name: this.#name,
      detail: `${detail ?? 'it is damaged or not complete'}.`,
    });
  }
}

/** Indices of the axes whose steps are images of their own. */
function stepAxes({ axes, x, y }: ArrayImage): number[] {
  return axes.map((_, at) => at).filter((at) => at !== x && at !== y);
}

const isZip = (name: string): boolean => /\.zip$/i.test(name);
const turned = (isTurned: boolean): string => (isTurned ? '::-1' : ':');

/** Units of places, in those of coordinate systems. */
const unitFactors: readonly (readonly [RegExp, number])[] = [
  [/^$|^degrees?(?:_?(?:north|east|[NE]))?$|^(?:m|met(?:er|re)s?)$/i, 1],
  [/^(?:km|kilomet(?:er|re)s?)$/i, 1_000],
];
