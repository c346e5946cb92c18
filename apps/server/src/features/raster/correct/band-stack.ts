import { readFile, writeFile } from 'node:fs/promises';
import type { GdalImages } from '../image/gdal-images.ts';

/** A file of one band among those that are made, and what the band is called. */
export interface StackedBand {
  file: string;
  name: string;
}

/** Puts files of one band each behind each other, as a virtual file. @throws GromaError FILE_UNREADABLE */
export async function stackBands(
  images: GdalImages,
  stack: string,
  bands: readonly StackedBand[],
  name: string,
): Promise<void> {
  const sources = bands.map(({ file }) => images.made(file));
  await images.runVirtual('gdalbuildvrt', ['-q', '-separate', images.made(stack), ...sources], name, [0, 0]);
  await nameBands(
    images,
    stack,
    bands.map((band) => band.name),
  );
}

/** Writes what the bands of a virtual file are called into it. */
export async function nameBands(images: GdalImages, stack: string, names: readonly string[]): Promise<void> {
  const text = await readFile(images.pathOf(stack), 'utf8');
  const named = text
    .replaceAll(/\s*<Description>[^<]*<\/Description>/g, '')
    .replaceAll(/<VRTRasterBand [^>]*?band="(\d+)"[^>]*(?<!\/)>/g, (head, band: string) => {
      const title = names[Number(band) - 1];
      return title ? `${head}<Description>${title}</Description>` : head;
    });
  await writeFile(images.pathOf(stack), named);
}
