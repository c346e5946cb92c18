import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GromaError, type ToolDefinition, type ToolParameters } from '@groma/model';
import { findKeptResult, manifestOf, type KeptRow } from './kept-results.ts';
import type { Asking, SourceParts } from './tool-source.ts';
import type { ImageClass, StoredResult, ToolParts } from './wanted-tool.ts';

const file = 'image.tif';

/** What is kept of an image that a step has made, in place of what there is of rows. */
interface KeptImage {
  parts: { file: string; bytes: number }[];
  featureCount: 0;
  columns: [];
  image: { classes: ImageClass[] };
}

/** Whether what is kept is an image, and no rows. */
export function isKeptImage({ manifest }: Pick<KeptRow, 'manifest'>): boolean {
  return 'image' in manifest;
}

export function classesOfKept({ manifest }: Pick<KeptRow, 'manifest'>): ImageClass[] {
  return (manifest as unknown as KeptImage).image.classes;
}

/** Moves an image into the store, for further steps. */
export async function storeKeptImage(
  { platform: { blobs } }: ToolParts,
  layerId: string,
  made: { file: string; classes?: readonly ImageClass[] | undefined },
): Promise<Pick<StoredResult, 'snapshotKey' | 'manifest'>> {
  const snapshotKey = `layers/${layerId}/${crypto.randomUUID()}`;
  const { size: bytes } = await stat(made.file);
  await blobs.adopt(`${snapshotKey}/${file}`, made.file, { mayBeLost: true });
  const image = { classes: [...(made.classes ?? [])] };
  const manifest: KeptImage = { parts: [{ file, bytes }], featureCount: 0, columns: [], image };
  return { snapshotKey, manifest: manifest as unknown as StoredResult['manifest'] };
}

/** @throws GromaError RESULT_GONE, BAD_INPUT for rows */
export async function requireKeptImage(
  { platform, rows }: SourceParts,
  asking: Asking,
  reference: string,
): Promise<KeptRow> {
  const kept = await findKeptResult(platform, rows, asking, reference);
  if (!kept) throw new GromaError('RESULT_GONE');
  if (!isKeptImage(kept.row)) throw new GromaError('BAD_INPUT', { detail: `“${kept.row.name}” is no image.` });
  return kept.row;
}

/** Puts an image of an earlier step into a folder. @throws GromaError RESULT_GONE */
export async function lendKeptImage(
  { platform: { blobs } }: SourceParts,
  row: KeptRow,
  folder: string,
): Promise<string> {
  const key = `${row.snapshotKey}/${file}`;
  const bytes = await blobs.size(key);
  if (bytes === undefined || bytes !== manifestOf(row).parts[0]!.bytes) throw new GromaError('RESULT_GONE');
  await mkdir(join(folder, row.id), { recursive: true });
  const lent = join(folder, row.id, `${row.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 80)}.tif`);
  await pipeline(await blobs.read(key), createWriteStream(lent));
  return lent;
}

/** The images of earlier steps that parameters name, as files of a folder by their references. */
export async function lendKeptImages(
  parts: SourceParts,
  asking: Asking,
  { fields }: Pick<ToolDefinition, 'fields'>,
  parameters: ToolParameters,
  folder: string,
): Promise<Record<string, string>> {
  const named = fields.flatMap(({ name, type }) =>
    type === 'image' || type === 'images' ? [parameters[name] ?? []].flat() : [],
  );
  const kept: Record<string, string> = {};
  for (const reference of new Set(named)) {
    if (typeof reference !== 'string' || !reference.startsWith('result:')) continue;
    kept[reference] = await lendKeptImage(parts, await requireKeptImage(parts, asking, reference), folder);
  }
  return kept;
}
