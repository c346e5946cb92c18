import { link, mkdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { filesOfRaster, findTool, fieldCounts, GromaError, parseExistingPath } from '@groma/model';
import type { RasterSource } from '../pool/raster-task.ts';
import type { GdalInfo } from '../../../platform/gdal/gdal-info.ts';
import type { GdalSandbox } from '../../../platform/gdal/gdal-sandbox.ts';
import { rasterSandbox, readGdalProgress, unreadable, writeRaster } from '../../../platform/gdal/write-raster.ts';
import type { ProcessingSettings } from '../../../platform/processing-settings.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { keptSource } from './image-service.ts';
import { ImageThread } from './image-thread-of-run.ts';
import type { ImageParts, WantedImageWork } from './image-work.ts';
import { requireSize } from './require-size.ts';

/** An image as GDAL is told of it. */
export interface GdalImage {
  /** As programs name it. */
  source: string;
  /** Where it lies. */
  path: string;
  /** As people know it. */
  name: string;
  info: GdalInfo;
}

/** What is written on the way to the result. */
const plain = [
  '-of',
  'GTiff',
  '-co',
  'TILED=YES',
  '-co',
  'COMPRESS=DEFLATE',
  '-co',
  'ZLEVEL=1',
  '-co',
  'BIGTIFF=IF_SAFER',
];
/** What a sample takes at most on the way to a result: what is made is written plainly before it is packed. */
const workBytes = 4;
/** Share of the work that making the result cloud-optimised takes. */
const writingShare = 0.3;

/** Files of one run of GDAL’s programs: the images and features it reads, and a folder for what it makes. */
export class GdalImages {
  readonly sandbox: GdalSandbox;
  /** Words for an image on the way to the result. */
  readonly plain: readonly string[] = plain;
  readonly #parts: ImageParts;
  readonly #wanted: WantedImageWork;
  /** The folder that programs read from. */
  readonly input: string;
  #virtual: Promise<GdalSandbox> | null = null;
  #count = 0;

  private constructor(parts: ImageParts, wanted: WantedImageWork, input: string, sandbox: GdalSandbox) {
    [this.#parts, this.#wanted, this.input, this.sandbox] = [parts, wanted, input, sandbox];
  }

  /** @throws GromaError UNAVAILABLE without GDAL */
  static async open(parts: ImageParts, wanted: WantedImageWork): Promise<GdalImages> {
    const { folder, features, signal } = wanted;
    // Features lie in a folder of their own, into which images are lent.
    const input = features ? features.file.slice(0, -basename(features.file).length - 1) : join(folder, 'input');
    await mkdir(input, { recursive: true });
    await mkdir(join(folder, 'made'), { recursive: true });
    return new GdalImages(parts, wanted, input, await rasterSandbox(placesOf(folder, input, signal), ['GPKG']));
  }

  /**
   * The image that a parameter names as a file that programs read. Of one that lies elsewhere, or is joined of several
   * files, what is wanted is copied.
   * @param within a box of degrees, where no more of such an image is wanted
   * @throws GromaError TOOL_NEEDS_IMAGE, FILE_NOT_FOUND, FILE_UNREADABLE, OUTBOUND_REFUSED
   */
  async image(parameter: string, text: unknown, within: readonly number[] | null = null): Promise<GdalImage> {
    if (typeof text !== 'string' || text === '') throw new GromaError('TOOL_NEEDS_IMAGE');
    const folder = String(++this.#count);
    await mkdir(join(this.input, folder));
    const lent = await this.#place(parameter, text, join(this.input, folder), within);
    const name = basename(lent);
    const source = this.sandbox.input(`${folder}/${name}`);
    const info = await this.describe(source, name);
    const image = { source, path: lent, name, info };
    const samples = info.size[0] * info.size[1] * info.bands.length;
    requireSize(name, samples);
    await this.#parts.platform.files.requireSpace(samples * workBytes, name);
    return image;
  }

  /** The files of the project. */
  get files(): FileStore {
    return this.#parts.platform.files;
  }

  /** What this computer has for tools of processing. */
  get processing(): ProcessingSettings {
    return this.#parts.platform.config.processing;
  }

  /** Where a sandbox of these files reads and writes. */
  get places(): { sourcePath: string; workFolder: string } {
    const { sourcePath, workFolder } = placesOf(this.#wanted.folder, this.input, this.#wanted.signal);
    return { sourcePath, workFolder };
  }

  /** A folder for what is read, and how programs name a file in it. */
  async inputFolder(): Promise<{ folder: string; source(name: string): string }> {
    const name = String(++this.#count);
    const folder = join(this.input, name);
    await mkdir(folder);
    return { folder, source: (file) => this.sandbox.input(`${name}/${file}`) };
  }

  /** What GDAL says of a file. @throws GromaError FILE_UNREADABLE */
  async describe(source: string, name: string, { isVirtual = false } = {}): Promise<GdalInfo> {
    const sandbox = isVirtual ? await this.#virtualSandbox() : this.sandbox;
    const { output, ...exit } = await sandbox.text('gdalinfo', ['-json', '-nogcp', '-norat', '-noct', source]);
    if (exit.code !== 0) throw unreadable(name, exit);
    // GDAL writes NaN and infinities as they are, which JSON does not know.
    return JSON.parse(output.replaceAll(/:\s*(-?(?:nan|inf(?:inity)?))\b/gi, ':"$1"')) as GdalInfo;
  }

  #virtualSandbox(): Promise<GdalSandbox> {
    const { folder, signal } = this.#wanted;
    return (this.#virtual ??= rasterSandbox(placesOf(folder, this.input, signal), ['GPKG', 'VRT']));
  }

  async #place(parameter: string, text: string, folder: string, within: readonly number[] | null): Promise<string> {
    const { projectId, kept, view, signal } = this.#wanted;
    const { platform, sources } = this.#parts;
    const file = kept[text];
    const [only, other] = filesOfRaster({ url: text });
    if (!view && file !== undefined) {
      const named = join(folder, basename(file));
      await link(file, named);
      return named;
    }
    if (!view && other === undefined && only?.startsWith('/data/'))
      return platform.files.lend(projectId, parseExistingPath(only), folder);
    const over = new AbortController();
    const thread = new ImageThread(AbortSignal.any([signal, over.signal]), platform.config.outboundAllowed);
    const box = (view?.box ?? within) as [number, number, number, number] | null;
    const copy = async (source: RasterSource): Promise<string> => {
      const named = join(folder, `${source.name.replaceAll(/[/\\]/g, '_').replace(/\.tiff?$/i, '')}.tif`);
      const question = { kind: 'copy' as const, file: named, box, longest: view?.longest ?? Infinity };
      await thread.ask(source, { ...question, bands: this.#bandsOf(parameter) });
      return named;
    };
    try {
      if (file !== undefined) return await copy(keptSource(file));
      return await sources.use({ projectId, url: text, signal }, copy);
    } finally {
      over.abort(new GromaError('CANCELED', { name: text }));
    }
  }

  /** The bands of an image that the tool asks for; null for all. */
  #bandsOf(parameter: string): string[] | null {
    const { tool, parameters } = this.#wanted;
    const fields = findTool(tool)!.fields.filter(
      (field) =>
        (field.type === 'band' || field.type === 'bands') && field.of === parameter && fieldCounts(field, parameters),
    );
    // A role for which nobody has chosen a band is a name of one.
    const named = fields.flatMap(({ name, type }) =>
      type === 'bands' ? (parameters[name] as readonly string[]) : String(parameters[name] ?? '').trim() || name,
    );
    return named.length === 0 ? null : named;
  }

  /** An image on the pixels of another, where it does not lie on them already; its path. */
  async onPixelsOf(first: GdalImage, image: GdalImage, method: string): Promise<string> {
    const place = ({ info: { size, geoTransform, coordinateSystem } }: GdalImage): string =>
      JSON.stringify([size, geoTransform, coordinateSystem?.wkt]);
    if (place(first) === place(image)) return image.path;
    const [west, across, , north, , down] = first.info.geoTransform ?? [];
    const crs = first.info.coordinateSystem?.wkt;
    if (west === undefined || !crs)
      throw new GromaError('FILE_UNREADABLE', { name: first.name, detail: 'the file does not say where it is.' });
    const [width, height] = first.info.size;
    const box = [west, north! + down! * height, west + across! * width, north!];
    const made = `aligned-${++this.#count}.tif`;
    const words = ['-t_srs', crs, '-te', ...box.map(String), '-ts', String(width), String(height), '-r', method];
    await this.run(
      'gdalwarp',
      [...plain, ...words, ...nothingOf(image.info), image.source, this.made(made)],
      image.name,
      [0, 0.2],
    );
    return this.pathOf(made);
  }

  get pythonEnvironment(): string {
    return this.#parts.platform.config.pythonEnvironment;
  }

  /** A file that programs read, within their folder. */
  inputPath(path: string): string {
    return relative(this.input, path);
  }

  /** A file that programs make, as they name it. */
  made(name: string): string {
    return this.sandbox.output(name);
  }

  /** The file that a program has made. */
  pathOf(name: string): string {
    return join(this.#wanted.folder, 'made', name);
  }

  /** Runs a program that says how far it is. @throws GromaError FILE_UNREADABLE with its complaint */
  async run(
    program: string,
    words: readonly string[],
    name: string,
    [from, to]: [number, number] = [0, 1],
  ): Promise<void> {
    const exit = await this.sandbox.stream(program, [...words], (output) =>
      readGdalProgress(output, (fraction) => {
        // A step whose share is nothing says nothing.
        if (to > from) this.#wanted.onProgress(from + (to - from) * fraction);
      }),
    );
    if (exit.code !== 0) throw unreadable(name, exit);
  }

  /**
   * Runs a program over virtual files that we have written ourselves. What people bring is opened without that driver
   * before, so that no file of theirs names others.
   */
  async runVirtual(
    program: string,
    words: readonly string[],
    name: string,
    [from, to]: [number, number] = [0, 1],
  ): Promise<void> {
    const { onProgress } = this.#wanted;
    const sandbox = await this.#virtualSandbox();
    const exit = await sandbox.stream(program, [...words], (output) =>
      readGdalProgress(output, (fraction) => {
        if (to > from) onProgress(from + (to - from) * fraction);
      }),
    );
    if (exit.code !== 0) throw unreadable(name, exit);
  }

  /** Runs a program that makes an image, and writes that as a cloud-optimised GeoTIFF. */
  async runForImage(program: string, words: readonly string[], name: string): Promise<string> {
    await this.run(program, [...plain, ...words, this.made('image.tif')], name, [0, 1 - writingShare]);
    return this.asCog('image.tif', name);
  }

  /** Writes an image that was made as a cloud-optimised GeoTIFF. */
  async asCog(made: string, name: string): Promise<string> {
    const workFolder = join(this.#wanted.folder, 'cog');
    await mkdir(workFolder);
    const { file } = await writeRaster({
      format: 'cog',
      source: this.pathOf(made),
      workFolder,
      name,
      signal: this.#wanted.signal,
      onProgress: (fraction) => this.#wanted.onProgress(1 - writingShare + writingShare * fraction),
    });
    return file;
  }
}

function placesOf(folder: string, input: string, signal: AbortSignal) {
  return { sourcePath: join(input, 'features.gpkg'), workFolder: join(folder, 'made'), signal };
}

/** The number of a band, from 1, by its name or number. @throws GromaError TOOL_BAND_UNKNOWN */
export function bandNumber({ info: { bands }, name: image }: GdalImage, text: unknown): number {
  const wanted = String(text ?? '1')
    .trim()
    .toLowerCase();
  const named = bands.findIndex(({ description }) => description?.trim().toLowerCase() === wanted);
  const number = named >= 0 ? named + 1 : Number(/^b?(\d{1,4})$/.exec(wanted)?.[1] ?? 0);
  if (number < 1 || number > bands.length) throw new GromaError('TOOL_BAND_UNKNOWN', { image, name: String(text) });
  return number;
}

/** What stands where an image has nothing: its own nodata, NaN, or an alpha band. */
export function nothingOf({ bands }: GdalInfo): string[] {
  if (
    bands.some(({ noDataValue, colorInterpretation }) => noDataValue !== undefined || colorInterpretation === 'Alpha')
  )
    return [];
  return bands.every(({ type }) => type.startsWith('Float')) ? ['-dstnodata', 'nan'] : ['-dstalpha'];
}
