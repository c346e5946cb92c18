import { createReadStream } from 'node:fs';
import { CsvParser, TooManyCells, detectDelimiter } from '@groma/geo';
import type { LegacyEncoding } from '@groma/model';
import type { EncodingCertainty } from '../../../platform/text/guess-encoding.ts';
import { pieceDecoder, replacement } from '../../../platform/text/text-decoder.ts';
import { ImportError } from './import-error.ts';
import { requireEncoding, type TextReading } from './layer-text.ts';
import type { ReadRequest } from './imported-layer.ts';
import { encodingOfText, headOfText } from './recode-text.ts';

const HEAD_BYTES = 64 * 1024;

/** What must be known of a table to cut it into cells. */
export type TableRequest = Pick<ReadRequest, 'sourcePath' | 'fileName' | 'encoding' | 'signal'> & {
  table: { delimiter?: string | undefined };
};

/** The text of a table: its encoding and delimiter, as a person said or as they were found out. */
export class TableText implements TextReading {
  readonly encoding: LegacyEncoding;
  readonly certainty: EncodingCertainty;
  readonly delimiter: string;
  /** Without the line that names the delimiter. */
  readonly head: string;
  replaced = 0;
  /** Rows that open a quote which does not close, by number. */
  openQuotes: readonly number[] = [];
  private readonly request: TableRequest;
  /** Its first line says `sep=;` to a spreadsheet, and is no row. */
  private readonly hasHint: boolean;

  private constructor(request: TableRequest, encoding: LegacyEncoding, certainty: EncodingCertainty, head: string) {
    this.request = request;
    this.encoding = encoding;
    this.certainty = certainty;
    const [hint, named] = /^\ufeff?sep=([,;\t|])(?:\r\n?|\n)/i.exec(head) ?? [];
    this.hasHint = hint !== undefined;
    this.head = head.slice(hint?.length ?? 0);
    this.delimiter = request.table.delimiter ?? named ?? detectDelimiter(head);
  }

  static async open(request: TableRequest): Promise<TableText> {
    const { encoding, certainty } = await encodingOfText(request);
    return new TableText(request, encoding, certainty, await headOfText(request.sourcePath, encoding, HEAD_BYTES));
  }

  /** A table that is only looked at: where nobody has said its encoding, what it seems to be is good enough. */
  static async openAsGuessed(request: TableRequest): Promise<TableText> {
    const { encoding, certainty, head } = await TableText.open(request);
    return new TableText({ ...request, encoding }, encoding, certainty, head);
  }

  /** All rows. @throws ImportError where the encoding is not sure and nobody said it, or queue out to be another. */
  async *rows(onRead: (bytes: number) => void = () => undefined): AsyncGenerator<string[]> {
    requireEncoding(this, this.request);
    const stream = createReadStream(this.request.sourcePath, { highWaterMark: 1 << 20, signal: this.request.signal });
    const decoder = pieceDecoder(this.encoding);
    const parser = new CsvParser(this.delimiter);
    this.replaced = 0;
    let isHint = this.hasHint;
    const rows = function* (parsed: Iterable<string[]>): Generator<string[]> {
      for (const row of parsed) {
        if (!isHint) yield row;
        isHint = false;
      }
    };
    try {
      for await (const chunk of stream) {
        onRead(stream.bytesRead);
        yield* rows(parser.push(this.checked(decoder.write(chunk as Buffer))));
      }
      yield* rows(parser.push(this.checked(decoder.end())));
      yield* rows(parser.end());
    } catch (error) {
      throw error instanceof TooManyCells
        ? new ImportError('too-many-columns', this.request.fileName, `a row that is too wide: ${error.message}`)
        : error;
    }
    this.openQuotes = parser.openQuotes;
  }

  private checked(text: string): string {
    // A text in valid Unicode may hold the mark itself.
    if (this.certainty === 'certain' || !text.includes(replacement)) return text;
    requireEncoding({ encoding: this.encoding, certainty: 'unsure' }, this.request);
    this.replaced += text.split(replacement).length - 1;
    return text;
  }
}
