import { formatOfName, sizeLimit } from '@groma/geo';
import type { LegacyEncoding } from '@groma/model';
import { mapImport, type ImportPreview } from '@groma/protocol';
import { confirm } from '@groma/ui';
import { api } from '../../../platform/api.ts';
import { fileSizeText } from '../../../platform/file-size.ts';
import { t } from '../../../platform/text.ts';
import { askEncoding } from './encoding-dialog.tsx';
import type { ImportItem } from '../maps/import-items.ts';
import { askTableReading, type TableReading } from './table-dialog.tsx';

/** An import that takes longer is asked about first. */
const longSeconds = 60;

/**
 * What is said of a file of the computer before a byte of it is sent: null where nothing speaks against it (VEC-007,
 * VEC-008).
 */
export function refusalBeforeSending(name: string, bytes: number): string | null {
  const format = formatOfName(name);
  const limit = format && sizeLimit(format);
  return limit !== null && bytes > limit ? t('layer.tooLarge') : null;
}

/**
 * What a person is asked before an import: how a table is read, and whether one that takes long is wanted. Null when
 * they give up. @throws Error saying why the file cannot be imported.
 */
export async function askBeforeImport(item: ImportItem, signal: AbortSignal): Promise<Partial<TableReading> | null> {
  const preview = await readPreview(item, {}, signal);
  if (preview.table)
    return askTableReading(
      item.name,
      preview.table,
      async (how) => (await readPreview(item, how, signal)).table ?? preview.table!,
    );
  const encoding = preview.text?.certainty === 'unsure' ? await askEncodingOf(item, preview.text, signal) : undefined;
  if (encoding === null) return null;
  const reading = encoding === undefined ? {} : { encoding };
  return preview.estimated_seconds <= longSeconds ||
    (await confirm({
      title: t('layer.cost.title', { name: item.name }),
      body: costText(preview),
      confirmLabel: t('layer.cost.confirm'),
    }))
    ? reading
    : null;
}

/**
 * Asks for the encoding of a file whose import found out that it is not sure; null when the person gives up, or where
 * there is no text to show.
 */
export async function askEncodingAgain(item: ImportItem, signal: AbortSignal): Promise<LegacyEncoding | null> {
  const { text } = await readPreview(item, {}, signal);
  return text && askEncodingOf(item, text, signal);
}

/**
 * Asks for the encoding of a file that was imported before, in a table too; null when the person gives up.
 * @throws Error where the file says itself how its text is encoded, or cannot be read any more.
 */
export async function askOtherEncoding(item: ImportItem, signal: AbortSignal): Promise<LegacyEncoding | null> {
  const read = async (how: { encoding?: LegacyEncoding }) => {
    const { text, table } = await readPreview(item, how, signal);
    return text ?? table;
  };
  const first = await read({});
  if (!first) throw new Error(t('layer.encoding.notAsked', { name: item.name }));
  return askEncoding(item.name, first, async (encoding) => (await read({ encoding })) ?? first);
}

function askEncodingOf(
  item: ImportItem,
  text: NonNullable<ImportPreview['text']>,
  signal: AbortSignal,
): Promise<LegacyEncoding | null> {
  return askEncoding(item.name, text, async (encoding) => (await readPreview(item, { encoding }, signal)).text ?? text);
}

/** @throws Error saying why the file cannot be imported. */
async function readPreview(
  item: ImportItem,
  how: Pick<Partial<TableReading>, 'delimiter' | 'encoding'>,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { data } = await api.call(mapImport.previewImport, {
    query: { map_id: item.mapId, project_id: item.projectId, folder_name: item.folder, file_path: item.path, ...how },
    signal,
  });
  if (data.problem !== null) throw new Error(data.problem);
  return data;
}

function costText({ format, bytes, layers, estimated_seconds: seconds }: ImportPreview): string {
  const about = {
    format: format ?? '',
    size: fileSizeText(bytes),
    time: t('layer.cost.minutes', { count: Math.max(1, Math.round(seconds / 60)) }),
  };
  const counts = layers?.map(({ count }) => count) ?? [null];
  if (!layers || counts.includes(null)) return t('layer.cost.text', about);
  const features = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return t('layer.cost.textCounted', {
    ...about,
    features: t('layer.cost.features', { count: features }),
    layers: t('layer.cost.layers', { count: layers.length }),
  });
}
