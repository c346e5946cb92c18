import { closeSync, openSync, writeSync } from 'node:fs';
import type { ColumnChunk, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import type { ParquetDictionary, ParquetPage } from './parquet-pages.ts';

/** One column of a group of rows. */
export interface ParquetChunk {
  dictionary: ParquetDictionary | null;
  pages: ParquetPage[];
}

/** `PAR1`, with which a file begins and ends. */
const mark = 0x31524150;

/**
 * Writes a Parquet file, not packed, of pages that are finished: hyparquet-writer makes the headers and the
 * description. It blocks its thread.
 */
export class ParquetFile {
  readonly #handle: number;
  readonly #schema: SchemaElement[];
  readonly #groups: RowGroup[] = [];
  #at = 0;
  #rows = 0;

  /** `columns` have no columns in them. */
  constructor(path: string, columns: readonly SchemaElement[]) {
    this.#handle = openSync(path, 'wx', 0o600);
    this.#schema = [{ name: 'root', num_children: columns.length }, ...columns];
    this.#header((writer) => {
      writer.appendUint32(mark);
    });
  }

  /** A chunk for each column, in their order. */
  writeGroup(rows: number, chunks: readonly ParquetChunk[]): void {
    const begin = this.#at;
    const columns = chunks.map((chunk, index) => this.#writeChunk(this.#schema[index + 1]!, chunk));
    const bytes = BigInt(this.#at - begin);
    this.#groups.push({
      columns,
      total_byte_size: bytes,
      num_rows: BigInt(rows),
      total_compressed_size: bytes,
    });
    this.#rows += rows;
  }

  /** `about`: what readers find beside the columns, by key. */
  finish(about: Readonly<Record<string, string>>): void {
    this.#header((writer) => {
      writeMetadata(writer, {
        version: 2,
        created_by: 'groma',
        schema: this.#schema,
        num_rows: BigInt(this.#rows),
        row_groups: this.#groups,
        metadata_length: 0,
        key_value_metadata: Object.entries(about).map(([key, value]) => ({ key, value })),
      });
      writer.appendUint32(mark);
    });
  }

  close(): void {
    closeSync(this.#handle);
  }

  #writeChunk(element: SchemaElement, { dictionary, pages }: ParquetChunk): ColumnChunk {
    const begin = this.#at;
    if (dictionary) {
      const bytes = dictionary.values.byteLength;
      this.#header((writer) => {
        writePageHeader(writer, {
          type: 'DICTIONARY_PAGE',
          uncompressed_page_size: bytes,
          compressed_page_size: bytes,
          dictionary_page_header: { num_values: dictionary.count, encoding: 'PLAIN' },
        });
      });
      this.#write(dictionary.values);
    }
    const firstPage = this.#at;
    for (const page of pages) this.#writePage(element, page);
    const bytes = BigInt(this.#at - begin);
    return {
      file_offset: BigInt(begin),
      meta_data: {
        type: element.type!,
        encodings: [...new Set(pages.map(({ encoding }) => encoding)), 'RLE'],
        path_in_schema: [element.name],
        codec: 'UNCOMPRESSED',
        num_values: BigInt(pages.reduce((sum, { rows }) => sum + rows, 0)),
        total_uncompressed_size: bytes,
        total_compressed_size: bytes,
        data_page_offset: BigInt(firstPage),
        ...(dictionary && { dictionary_page_offset: BigInt(begin) }),
      },
    };
  }

  #writePage({ repetition_type }: SchemaElement, { rows, nulls, levels, values, encoding }: ParquetPage): void {
    const levelBytes = repetition_type === 'REQUIRED' ? 0 : levels.byteLength;
    const bytes = levelBytes + values.byteLength;
    this.#header((writer) => {
      writePageHeader(writer, {
        type: 'DATA_PAGE_V2',
        uncompressed_page_size: bytes,
        compressed_page_size: bytes,
        data_page_header_v2: {
          num_values: rows,
          num_nulls: nulls,
          num_rows: rows,
          encoding,
          definition_levels_byte_length: levelBytes,
          repetition_levels_byte_length: 0,
          is_compressed: false,
        },
      });
      if (levelBytes > 0) writer.appendBytes(levels);
    });
    this.#write(values);
  }

  #header(make: (writer: ByteWriter) => void): void {
    const writer = new ByteWriter();
    make(writer);
    this.#write(writer.getBytes());
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(this.#handle, bytes, at);
    this.#at += bytes.byteLength;
  }
}
