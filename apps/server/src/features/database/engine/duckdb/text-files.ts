import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readlink, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { LegacyEncoding } from '@groma/model';
import { encodingNamed } from '../../../../platform/text/encoding-named.ts';
import { sampleEncoding } from '../../../../platform/text/sample-encoding.ts';
import { pieceDecoder, replacement } from '../../../../platform/text/text-decoder.ts';
import { SqlError } from '../engine.ts';
import { fileReferences } from './file-references.ts';
import { PlacedStatement, type Substitute } from './placed-statement.ts';

const pieceBytes = 1 << 20;
/** A larger file has no view in another encoding than UTF-8; it is read by its path. */
const mostViewedBytes = 128 * 1024 * 1024;
/** What DuckDB reads without its extension for encodings, by the names it knows them by. */
const readByDuckdb = /^(?:utf-?8|utf-?16|latin-?1|iso-?8859-?1)$/i;

interface Copy {
  identity: string;
  encoding: LegacyEncoding;
  isGuess: boolean;
  target: string;
  bytes: number;
}

/**
 * DuckDB reads UTF-8 only. Table files in other encodings are written out as UTF-8 into its temporary folder, and read
 * from there, as long as they do not change. An encoding is chosen as DuckDB's extension for encodings has it:
 * `read_csv('/data/x.csv', encoding = 'windows-1251')`; else it is found out as in the viewers of files.
 */
export class TextFiles {
  readonly #folder: string;
  readonly #copiesFolder: string;
  readonly #mostBytes: number;
  /** By path and chosen encoding, those used last at the end. */
  readonly #copies = new Map<string, Copy>();
  /** What was found out of files that DuckDB reads itself. */
  readonly #plain = new Map<string, string>();
  /** Paths that views read a copy of. */
  readonly #shown = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ folder, temporaryFolder, mostBytes }: { folder: string; temporaryFolder: string; mostBytes: number }) {
    this.#folder = folder;
    this.#copiesFolder = join(temporaryFolder, 'text');
    this.#mostBytes = mostBytes;
  }

  /**
   * A statement that names copies in place of files that DuckDB could not read.
   * @throws SqlError for text that does not fit its encoding
   */
  async readable(statement: string): Promise<PlacedStatement> {
    const substitutes: Substitute[] = [];
    for (const { path, start, end, encoding } of fileReferences(statement)) {
      if (encoding !== null && readByDuckdb.test(encoding.name)) continue;
      const chosen = encoding === null ? null : encodingNamed(encoding.name);
      if (encoding !== null && chosen === null) continue;
      // oxlint-disable-next-line no-await-in-loop
      const copy = await this.#copyOf(path, chosen);
      if (!copy) continue;
      substitutes.push({
        start,
        end,
        text: `'${copy.target.replaceAll("'", "''")}'`,
        path,
        copy: copy.target,
        notice: copy.isGuess ? noticeOf(path, copy) : null,
      });
      if (encoding !== null && !substitutes.some((each) => each.start === encoding.start)) {
        substitutes.push({
          start: encoding.start,
          end: encoding.end,
          text: "'utf-8'",
          path: '',
          copy: '',
          notice: null,
        });
      }
    }
    // A view goes on reading the copy that it was made with.
    for (const path of this.#shown) if (statement.includes(basename(path))) await this.#copyOf(path, null);
    return new PlacedStatement(statement, substitutes);
  }

  /**
   * The path that a view of a file reads.
   * @throws SqlError for one that is too large to be written out before anybody asks for it
   */
  async pathForView(path: string): Promise<string> {
    const copy = await this.#copyOf(path, null, mostViewedBytes);
    if (copy) this.#shown.add(path);
    else this.#shown.delete(path);
    return copy?.target ?? path;
  }

  /**
   * One after the other: two statements may need the same copy. Null for what DuckDB reads itself, and what is no file
   * of the project.
   */
  async #copyOf(path: string, chosen: LegacyEncoding | null, mostBytes = this.#mostBytes): Promise<Copy | null> {
    const made = this.#turn.then(() => this.#copy(path, chosen, mostBytes));
    this.#turn = made.catch(() => undefined);
    return made;
  }

  async #copy(path: string, chosen: LegacyEncoding | null, mostBytes: number): Promise<Copy | null> {
    const file = await this.#open(path);
    if (!file) return null;
    try {
      const { size, mtimeNs, ino } = await file.stat({ bigint: true });
      const [bytes, identity, key] = [
        Number(size),
        `${ino} ${size} ${mtimeNs}`,
        `${chosen ?? 'found'} ${resolve(path)}`,
      ];
      const known = this.#copies.get(key);
      if (known?.identity === identity) return this.#used(key, known);
      if (chosen === null && this.#plain.get(key) === identity) return null;
      const found =
        chosen === null
          ? await sampleEncoding((start, wanted) => readAt(file, start, wanted), bytes)
          : { encoding: chosen, certainty: 'declared' as const };
      // What has been a copy stays one, as a view may read it.
      if (found.encoding === 'utf-8' && !known) {
        this.#plain.set(key, identity);
        return null;
      }
      if (bytes * 2 > mostBytes) throw tooLarge();
      await this.#makeRoom(bytes * 2);
      const target = join(
        this.#copiesFolder,
        createHash('sha256').update(key).digest('hex').slice(0, 16),
        basename(path),
      );
      const copy: Copy = {
        identity,
        encoding: found.encoding,
        isGuess: found.certainty === 'likely' || found.certainty === 'unsure',
        target,
        bytes: bytes * 2,
      };
      await writeCopy(file, copy, path);
      return this.#used(key, copy);
    } finally {
      await file.close();
    }
  }

  /** Null for what is no file below the folder, wherever links lead. */
  async #open(path: string): Promise<FileHandle | null> {
    if (!resolve(path).startsWith(`${this.#folder}/`)) return null;
    // A pipe is not waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
    const real = file && (await readlink(`/proc/self/fd/${file.fd}`));
    if (file && real?.startsWith(`${this.#folder}/`) && (await file.stat()).isFile()) return file;
    await file?.close();
    return null;
  }

  #used(key: string, copy: Copy): Copy {
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    return copy;
  }

  /** Copies that were not used for longest go first; one that a view reads is made again when the view is asked for. */
  async #makeRoom(bytes: number): Promise<void> {
    const held = (): number => [...this.#copies.values()].reduce((sum, copy) => sum + copy.bytes, 0);
    for (const [key, { target }] of this.#copies) {
      if (held() + bytes <= this.#mostBytes) return;
      this.#copies.delete(key);
      // oxlint-disable-next-line no-await-in-loop
      await rm(target, { force: true });
    }
  }
}

function noticeOf(path: string, { encoding }: Copy): string {
  return `"${basename(path)}" was read as ${encoding}, which is a guess. To choose: read_csv('${path}', encoding = '…').`;
}

async function writeCopy(file: FileHandle, { encoding, target }: Copy, path: string): Promise<void> {
  await mkdir(join(target, '..'), { recursive: true });
  const unfinished = `${target}.unfinished`;
  const copy = await open(unfinished, 'w');
  try {
    const decoder = pieceDecoder(encoding);
    const write = async (text: string): Promise<void> => {
      if (text.includes(replacement)) throw misfit(path, encoding);
      await copy.writeFile(text);
    };
    for (let at = 0; ; at += pieceBytes) {
      // oxlint-disable-next-line no-await-in-loop
      const piece = await readAt(file, at, pieceBytes);
      // oxlint-disable-next-line no-await-in-loop
      await write(decoder.write(piece));
      if (piece.length < pieceBytes) break;
    }
    await write(decoder.end());
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof SqlError ? error : tooLarge();
  } finally {
    await copy.close();
  }
}

function tooLarge(): SqlError {
  return new SqlError({
    kind: 'other',
    detail: 'There is not enough free space to read a file of this size in its encoding. Save it as UTF-8.',
  });
}

function misfit(path: string, encoding: LegacyEncoding): SqlError {
  return new SqlError({
    kind: 'other',
    detail: `Some text of "${basename(path)}" does not fit ${encoding}. Choose its encoding: read_csv('${path}', encoding = '…').`,
  });
}

async function readAt(file: FileHandle, start: number, bytes: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    // oxlint-disable-next-line no-await-in-loop
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
