import { encodingLabel, fileFormat, GromaError, type LegacyEncoding } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { readFileText, readFileTextAs } from '../../../platform/text/file-text.ts';
import { decodeBytes } from '../../../platform/text/text-decoder.ts';
import { lookAtFile } from './disk-look.ts';
import type { EditedFile } from './edited-file-records.ts';

const sampledLines = 40;
const longestLine = 200;
/** Bytes that a sample is taken of. */
const sampledBytes = 1024 * 1024;

/**
 * The text that stands in an edited file now. A sample is also given in encodings that some bytes have no place in:
 * those are seen as U+FFFD. @throws GromaError FILE_NOT_FOUND, FILE_NOT_TEXT, TOO_LARGE, TEXT_ENCODING_WRONG
 */
export async function readStoredText(
  { files, documents }: Platform,
  file: EditedFile,
  { encoding, sample }: { encoding?: LegacyEncoding | undefined; sample: boolean },
): Promise<{ text: string; encoding: LegacyEncoding }> {
  const look = await lookAtFile(files, file.projectId, file.path);
  if (!look) throw new GromaError('FILE_NOT_FOUND', { path: file.path });
  if (!look.bytes) throw new GromaError('TOO_LARGE', { name: file.path, limit: '20 MB' });
  if (encoding && sample)
    return { text: sampleOf(decodeBytes(look.bytes.subarray(0, sampledBytes), encoding)), encoding };
  const { document, release } = await documents.open(file.id);
  const before = fileFormat(document.doc).encoding;
  release();
  const read = encoding ? readFileTextAs(look.bytes, encoding) : readFileText(look.bytes, before);
  if (!read)
    throw encoding
      ? new GromaError('TEXT_ENCODING_WRONG', { encoding: encodingLabel(encoding) })
      : new GromaError('FILE_NOT_TEXT', { path: file.path });
  return { text: sample ? sampleOf(read.text) : read.text, encoding: read.format.encoding };
}

/** Lines by which an encoding can be judged, in their order. */
function sampleOf(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const telling = lines.filter((line) => /\P{ASCII}/u.test(line));
  return (telling.length > 0 ? telling : lines)
    .slice(0, sampledLines)
    .map((line) => line.slice(0, longestLine))
    .join('\n');
}
