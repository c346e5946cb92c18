import type { LegacyEncoding } from '@groma/model';
import type { EncodingCertainty, EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import { decodeBytes, replacement } from '../../../platform/text/text-decoder.ts';
import { ImportError } from './import-error.ts';
import type { ImportWarning, ReadRequest } from './imported-layer.ts';

/** How the text of a layer was read. `replaced` counts what held bytes that are none of the encoding. */
export interface TextReading {
  encoding: LegacyEncoding;
  certainty: EncodingCertainty;
  replaced: number;
}

/**
 * Nobody's text is guessed at without a word.
 * @throws ImportError where the encoding is not sure and nobody said it.
 */
export function requireEncoding(
  { encoding, certainty }: EncodingGuess,
  { encoding: said, fileName }: Pick<ReadRequest, 'encoding' | 'fileName'>,
): void {
  if (said === null && certainty === 'unsure')
    throw new ImportError('unsure-encoding', fileName, ` (it may be ${encoding})`);
}

/**
 * Text that GDAL handed over byte by byte, each as the character of its number (ISO 8859-1), so that nothing is lost
 * before it is decoded here. @throws ImportError where bytes are none of an encoding that nobody said.
 */
export class LayerText implements TextReading {
  readonly encoding: LegacyEncoding;
  readonly certainty: EncodingCertainty;
  replaced = 0;
  private readonly request: Pick<ReadRequest, 'encoding' | 'fileName'>;
  private readonly known = new Map<string, string>();

  constructor({ encoding, certainty }: EncodingGuess, request: Pick<ReadRequest, 'encoding' | 'fileName'>) {
    this.encoding = encoding;
    this.certainty = certainty;
    this.request = request;
  }

  decode(text: string): string {
    if (!/[\x80-\xff]/.test(text)) return text;
    const found = this.known.get(text);
    if (found !== undefined) return found;
    const decoded = decodeBytes(Buffer.from(text, 'latin1'), this.encoding);
    if (decoded.includes(replacement)) this.noteReplaced();
    else if (this.known.size < mostKnown && text.length < longestKnown) this.known.set(text, decoded);
    return decoded;
  }

  private noteReplaced(): void {
    requireEncoding({ encoding: this.encoding, certainty: 'unsure' }, this.request);
    this.replaced++;
  }
}

const mostKnown = 10_000;
const longestKnown = 200;

/** What a person should know of the text of a layer. */
export function textWarnings({ encoding, certainty, replaced }: TextReading, fileName: string): ImportWarning[] {
  const warnings: ImportWarning[] = [];
  if (certainty === 'likely')
    warnings.push({
      code: 'guessed-encoding',
      count: 0,
      message: `"${fileName}": the file does not say how its text is encoded; it was read as ${encoding}.`,
    });
  if (replaced > 0)
    warnings.push({
      code: 'replaced-text',
      count: replaced,
      message: `"${fileName}": some text does not fit ${encoding}; unreadable characters are shown as ${replacement}.`,
    });
  return warnings;
}
