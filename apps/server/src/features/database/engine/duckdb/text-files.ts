import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readlink, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { LegacyEncoding } from '@groma/model';
import { encodingNamed } from '../../../../platform/text/encoding-named.ts';
import type { EncodingGuess } from '../../../../platform/text/guess-encoding.ts';
import { sampleEncoding } from '../../../../platform/text/sample-encoding.ts';
import { pieceDecoder, replacement } from '../../../../platform/text/text-decoder.ts';
import { SqlError } from '../engine.ts';
import { fileReferences, type FileReference } from './file-references.ts';
import { isUnpackError, packingOf, unpackedHead, unpackedPieces, type Packing } from './packed-text.ts';
import { PlacedStatement, type Substitute } from './placed-statement.ts';

const pieceBytes = 1 << 20;
/** A larger file has no view in another encoding than UTF-8; it is read by its path. */
const mostViewedBytes = 128 * 1024 * 1024;
/** A text that is packed is looked at so far, and is likely so many times as large in UTF-8. */
const [sampledBytes, likelyUnpacked] = [4 * 1024 * 1024, 10];
const packedEnding = /\.(?:gz|zst)$/i;
/** Files of one pattern that are looked at; more are DuckDB's, which refuses what is not UTF-8. */
const mostLike = 500;
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
   * A statement that names copies in place of files that DuckDB could not read. `filesLike` finds the files of a
   * pattern.
   * @throws SqlError for text that does not fit its encoding
   */
  async readable(statement: string, filesLike: (pattern: string) => Promise<string[]>): Promise<PlacedStatement> {
    const substitutes: Substitute[] = [];
    for (const reference of fileReferences(statement)) {
      const { encoding } = reference;
      if (encoding !== null && readByDuckdb.test(encoding.name)) continue;
      const chosen = encoding === null ? null : encodingNamed(encoding.name);
      if (encoding !== null && chosen === null) continue;
      // oxlint-disable-next-line no-await-in-loop
      const found = await this.#substitutesOf(reference, chosen, filesLike);
      if (found.length === 0) continue;
      substitutes.push(...found);
      if (encoding !== null && !substitutes.some((each) => each.start === encoding.start))
        substitutes.push({ ...encoding, text: "'utf-8'", copies: [], notices: [] });
    }
    // A view goes on reading the copy that it was made with.
    for (const path of this.#shown) if (statement.includes(basename(path))) await this.#copyOf(path, null);
    return new PlacedStatement(statement, substitutes);
  }

  /** What stands in the place of a file or a pattern of files; nothing where DuckDB reads all of it itself. */
  async #substitutesOf(
    { path, isPattern, place, start, end }: FileReference,
    chosen: LegacyEncoding | null,
    filesLike: (pattern: string) => Promise<string[]>,
  ): Promise<Substitute[]> {
    const paths = isPattern ? await filesLike(path) : [path];
    if (paths.length > mostLike) return [];
    const read: { path: string; copy: Copy | null }[] = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const each of paths) read.push({ path: each, copy: await this.#copyOf(each, chosen) });
    const copied = read.filter((each): each is { path: string; copy: Copy } => each.copy !== null);
    if (copied.length === 0) return [];
    if (isPattern && place === 'copy') throw notCopied(copied[0]!.path, path);
    const names = read.map((each) => quoted(each.copy?.target ?? each.path)).join(', ');
    return [
      {
        start,
        end,
        text: !isPattern || place === 'item' ? names : place === 'table' ? `read_csv([${names}])` : `[${names}]`,
        copies: copied.map((each) => ({ path: each.path, copy: each.copy.target })),
        notices: copied.filter((each) => each.copy.isGuess).map((each) => noticeOf(each.path, each.copy)),
      },
    ];
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
      const packing = await packingOf(file);
      const found =
        chosen === null ? await encodingOf(file, bytes, packing) : { encoding: chosen, certainty: 'declared' as const };
      // What has been a copy stays one, as a view may read it.
      if (found.encoding === 'utf-8' && !known) {
        this.#plain.set(key, identity);
        return null;
      }
      const likely = bytes * (packing === null ? 2 : likelyUnpacked);
      if (packing === null && likely > mostBytes) throw tooLarge();
      await this.#makeRoom(Math.min(likely, mostBytes));
      const target = join(
        this.#copiesFolder,
        createHash('sha256').update(key).digest('hex').slice(0, 16),
        basename(path).replace(packing === null ? /$^/ : packedEnding, ''),
      );
      const copy: Copy = {
        identity,
        encoding: found.encoding,
        isGuess: found.certainty === 'likely' || found.certainty === 'unsure',
        target,
        bytes: likely,
      };
      const pieces = packing === null ? piecesOf(file) : unpackedPieces(file, packing);
      copy.bytes = await writeCopy(pieces, copy, path, mostBytes);
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

/** The encoding of a text; of a packed one that of its beginning. */
async function encodingOf(file: FileHandle, bytes: number, packing: Packing | null): Promise<EncodingGuess> {
  if (packing === null) return sampleEncoding((start, wanted) => readAt(file, start, wanted), bytes);
  const head = await unpackedHead(file, packing, sampledBytes);
  // A beginning may end within a character.
  const size = head.length < sampledBytes ? head.length : head.length + 1;
  return sampleEncoding((start, wanted) => Promise.resolve(head.subarray(start, start + wanted)), size);
}

/**
 * Writes a text out as UTF-8; answers its bytes.
 * @throws SqlError for what does not fit its encoding, or the room there is
 */
async function writeCopy(
  pieces: AsyncIterable<Uint8Array>,
  { encoding, target }: Copy,
  path: string,
  mostBytes: number,
): Promise<number> {
  await mkdir(join(target, '..'), { recursive: true });
  const unfinished = `${target}.unfinished`;
  const copy = await open(unfinished, 'w');
  let bytes = 0;
  try {
    const decoder = pieceDecoder(encoding);
    const write = async (text: string): Promise<void> => {
      if (text.includes(replacement)) throw misfit(path, encoding);
      bytes += Buffer.byteLength(text);
      if (bytes > mostBytes) throw tooLarge();
      await copy.writeFile(text);
    };
    for await (const piece of pieces) await write(decoder.write(piece));
    await write(decoder.end());
    await rename(unfinished, target);
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof SqlError ? error : isUnpackError(error) ? damaged(path) : tooLarge();
  } finally {
    await copy.close();
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; at += pieceBytes) {
    // oxlint-disable-next-line no-await-in-loop
    const piece = await readAt(file, at, pieceBytes);
    yield piece;
    if (piece.length < pieceBytes) return;
  }
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}

function notCopied(path: string, pattern: string): SqlError {
  return new SqlError({
    kind: 'other',
    detail: `"${basename(path)}" is not UTF-8, and COPY reads several files as UTF-8 only. Use INSERT INTO … SELECT * FROM read_csv(${quoted(pattern)}).`,
  });
}

function damaged(path: string): SqlError {
  return new SqlError({
    kind: 'other',
    detail: `"${basename(path)}" cannot be extracted: it is damaged or incomplete.`,
  });
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
