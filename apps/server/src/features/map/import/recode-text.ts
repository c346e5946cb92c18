import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LegacyEncoding } from '@groma/model';
import { encodingNamed } from '../../../platform/text/encoding-named.ts';
import { detectFileEncoding } from '../../../platform/text/detect-file-encoding.ts';
import { decodeBytes, pieceDecoder, replacement } from '../../../platform/text/text-decoder.ts';
import type { EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import { requireEncoding, textWarnings } from './layer-text.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';

const declarationBytes = 1024;
const declaration = /^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*["']([^"']+)["']/;

/**
 * Reads a text file whose reader knows UTF-8 only (GeoJSON, KML): one in another encoding is written out as UTF-8
 * first.
 * @throws ImportError where the encoding is not sure and nobody said it.
 */
export async function withUtf8(
  request: ReadRequest,
  read: (request: ReadRequest) => Promise<ImportedLayer[]>,
): Promise<ImportedLayer[]> {
  const guess = await encodingOfText(request);
  const declared = await declaredEncoding(request.sourcePath);
  // A reader that goes by a declaration of XML does not know most of what may stand there.
  if (guess.encoding === 'utf-8' && guess.certainty === 'certain' && (declared === null || declared === 'utf-8'))
    return read(request);
  requireEncoding(guess, request);
  const folder = join(request.workFolder, 'recoded');
  await mkdir(folder);
  try {
    const sourcePath = join(folder, basename(request.sourcePath));
    const replaced = await recode(request, sourcePath, guess.encoding);
    if (replaced > 0 && guess.certainty !== 'certain') requireEncoding({ ...guess, certainty: 'unsure' }, request);
    const layers = await read({ ...request, sourcePath });
    return layers.map((layer) => ({
      ...layer,
      warnings: [...layer.warnings, ...textWarnings({ ...guess, replaced }, request.fileName)],
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a person says, else what the bytes can only be, else what XML declares where the bytes agree, else a guess. */
export async function encodingOfText({
  sourcePath,
  encoding,
  signal,
}: Pick<ReadRequest, 'sourcePath' | 'encoding' | 'signal'>): Promise<EncodingGuess> {
  if (encoding !== null) return { encoding, certainty: 'declared' };
  const guess = await detectFileEncoding(sourcePath, signal);
  const declared = await declaredEncoding(sourcePath);
  return guess.certainty !== 'certain' && declared !== null && declared !== 'utf-8'
    ? { encoding: declared, certainty: 'declared' }
    : guess;
}

async function declaredEncoding(path: string): Promise<LegacyEncoding | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(declarationBytes), 0, declarationBytes, 0);
    return encodingNamed(declaration.exec(buffer.toString('latin1', 0, bytesRead))?.[2] ?? '');
  } finally {
    await file.close();
  }
}

/** Writes a text out as UTF-8; answers how many pieces of it held bytes of no character. */
export async function recode(
  { sourcePath, signal }: Pick<ReadRequest, 'sourcePath' | 'signal'>,
  target: string,
  encoding: LegacyEncoding,
): Promise<number> {
  const decoder = pieceDecoder(encoding);
  let isFirst = true;
  let replaced = 0;
  await pipeline(
    createReadStream(sourcePath, { highWaterMark: 1 << 20 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        let text = decoder.write(chunk);
        // What the declaration said is no longer so.
        if (isFirst) text = text.replace(declaration, '$1');
        isFirst = false;
        if (text.includes(replacement)) replaced++;
        yield text;
      }
      yield decoder.end();
    },
    createWriteStream(target, { flags: 'wx' }),
    { signal },
  );
  return replaced;
}

/** The head of a text, decoded. */
export async function headOfText(path: string, encoding: LegacyEncoding, bytes: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return decodeBytes(buffer.subarray(0, bytesRead), encoding).replace(/\ufffd+$/, '');
  } finally {
    await file.close();
  }
}
