import {
  fileText,
  GromaError,
  limit,
  setFileFormat,
  setFilePath,
  setFileStatus,
  type DataPath,
  type FileStatus,
  type ProjectId,
} from '@groma/model';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readFileText } from '../../../platform/text/file-text.ts';
import { lookAtFile } from './disk-look.ts';
import type { EditedFile, EditedFileRecords } from './edited-file-records.ts';
import type { ProjectTurns } from './project-turns.ts';
import { notSettled, syncFile, type Settlement } from './sync-file.ts';

/** Edits reach the file this long after the first that is not there yet. */
const writeAfterMs = 400;
/** Files that people have open are looked at this often, for what code does to them. */
const lookEveryMs = 1_000;
/** Where a file could not be written, it is tried again. */
const retryMs = 5_000;
/** A program that never pauses in its writing is waited for so long. */
const patienceMs = 3_000;

interface Open {
  projectId: ProjectId;
  people: number;
  timer: NodeJS.Timeout | null;
  watch: NodeJS.Timeout | null;
  seen: string;
  unsettledSince: number | null;
}

/** The text files that people edit now, in this process: written back, watched, and let go. */
export class OpenFiles {
  readonly #platform: Platform;
  readonly #records: EditedFileRecords;
  readonly #turns: ProjectTurns;
  readonly #open = new Map<string, Open>();
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(platform: Platform, records: EditedFileRecords, turns: ProjectTurns) {
    this.#platform = platform;
    this.#records = records;
    this.#turns = turns;
  }

  /**
   * The record of a file to edit; made, with its live document, when the file is edited for the first time.
   * @throws GromaError FILE_NOT_FOUND, TOO_LARGE, FILE_NOT_TEXT.
   */
  find(projectId: ProjectId, path: DataPath): Promise<EditedFile> {
    return this.#turns.take(projectId, async () => {
      const look = await lookAtFile(this.#platform.files, projectId, path);
      if (!look) throw new GromaError('FILE_NOT_FOUND', { path });
      const known = await this.#records.at(projectId, path);
      const decoded = look.bytes && readFileText(look.bytes);
      // What has edits that are not in the file is opened whatever has taken the file's place, so that they are not
      // lost.
      if (known && (decoded || known.writtenHead !== (await this.#records.headOf(known.id)))) {
        await this.#records.change(known.id, { usedAt: recordsNow });
        return known;
      }
      if (!look.bytes)
        throw new GromaError('TOO_LARGE', { name: path, limit: `${limit.editFileBytes / 1024 ** 2} MB` });
      if (!decoded) throw new GromaError('FILE_NOT_TEXT', { path });
      const file = await this.#records.add(projectId, path, look.version);
      await this.#platform.documents.create(file.id, (doc) => {
        fileText(doc).insert(0, decoded.text);
        setFileFormat(doc, decoded.format);
        setFilePath(doc, path);
        setFileStatus(doc, { kind: 'in-step' });
      });
      return file;
    });
  }

  /** Somebody comes in. */
  enter(fileId: string, projectId: ProjectId): void {
    const open = this.#keep(fileId, projectId);
    open.people += 1;
    open.watch ??= setInterval(() => {
      this.#run(this.#look(fileId));
    }, lookEveryMs).unref();
  }

  leave(fileId: string): void {
    const open = this.#open.get(fileId);
    if (!open) return;
    open.people -= 1;
    if (open.people > 0) return;
    if (open.watch) clearInterval(open.watch);
    open.watch = null;
    this.#run(
      this.sync(fileId).finally(() => {
        this.#letGo(fileId);
      }),
    );
  }

  /** An edit is on disk in the document: the file follows shortly. */
  edited(fileId: string, projectId: ProjectId): void {
    this.#schedule(fileId, this.#keep(fileId, projectId), writeAfterMs);
  }

  /** Files of a project have been changed by somebody: those that are open are looked at. */
  changed(projectId: string): void {
    for (const [fileId, open] of this.#open) if (open.projectId === projectId) this.#run(this.#look(fileId));
  }

  /** Brings text and file in step now. Undefined when the file is not edited any more. */
  sync(fileId: string, settlement?: Settlement): Promise<FileStatus | undefined> {
    return this.#syncAnew(fileId, settlement, true);
  }

  /** The same at once, also where a program may be writing the file just now. */
  syncAtOnce(fileId: string): Promise<FileStatus | undefined> {
    return this.#syncAnew(fileId, undefined, false);
  }

  async #syncAnew(
    fileId: string,
    settlement: Settlement | undefined,
    mayWait: boolean,
  ): Promise<FileStatus | undefined> {
    const open = this.#open.get(fileId);
    // What the file is known by changes now: the next look must not take it for what it saw before.
    if (open) open.seen = '';
    return this.#sync(fileId, settlement, mayWait);
  }

  async #sync(fileId: string, settlement?: Settlement, mayWait = true): Promise<FileStatus | undefined> {
    const found = await this.#records.read(fileId);
    return found && this.#turns.take(found.projectId, () => this.syncInTurn(fileId, settlement, mayWait));
  }

  /** The same, for one who has the project's turn. */
  async syncInTurn(fileId: string, settlement?: Settlement, mayWait = true): Promise<FileStatus | undefined> {
    const { files, documents, log } = this.#platform;
    // Anew: it may have been moved while the turn was waited for.
    const file = await this.#records.read(fileId);
    if (!file) return undefined;
    const open = this.#open.get(fileId);
    const { document, release } = await documents.open(fileId);
    try {
      const isPatient =
        mayWait &&
        open !== undefined &&
        (open.unsettledSince === null || performance.now() - open.unsettledSince < patienceMs);
      const status = await syncFile({ files, records: this.#records }, document, file, { settlement, isPatient });
      if (open) open.unsettledSince = status === notSettled ? (open.unsettledSince ?? performance.now()) : null;
      if (status !== notSettled) return status;
      if (open) this.#schedule(fileId, open, writeAfterMs);
      return { kind: 'in-step' };
    } catch (error) {
      // The one who asked is told; the file is as it was.
      if (error instanceof GromaError && error.code === 'TEXT_ENCODING_WRONG') throw error;
      log.error('An edited file was not written.', { fileId, error });
      if (open) this.#schedule(fileId, open, retryMs);
      const status: FileStatus = { kind: 'unwritten', code: error instanceof GromaError ? error.code : 'INTERNAL' };
      document.transact((doc) => {
        setFileStatus(doc, status);
      });
      return status;
    } finally {
      release();
    }
  }

  /** Writes back what is left, when the server stops. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ids = [...this.#open.keys()];
    for (const open of this.#open.values()) {
      if (open.timer) clearTimeout(open.timer);
      if (open.watch) clearInterval(open.watch);
    }
    this.#open.clear();
    await Promise.allSettled(this.#running);
    await Promise.allSettled(ids.map((id) => this.sync(id)));
  }

  #keep(fileId: string, projectId: ProjectId): Open {
    const open = this.#open.get(fileId) ?? {
      projectId,
      people: 0,
      timer: null,
      watch: null,
      seen: '',
      unsettledSince: null,
    };
    this.#open.set(fileId, open);
    return open;
  }

  #schedule(fileId: string, open: Open, delayMs: number): void {
    if (this.#isClosed) return;
    open.timer ??= setTimeout(() => {
      open.timer = null;
      this.#run(
        this.sync(fileId).finally(() => {
          this.#letGo(fileId);
        }),
      );
    }, delayMs).unref();
  }

  /** A look at size and time alone; at more when they have changed. */
  async #look(fileId: string): Promise<void> {
    const open = this.#open.get(fileId);
    const file = await this.#records.read(fileId);
    if (!open || !file || this.#isClosed) return;
    const found = await this.#platform.files.stat(file.projectId, file.path);
    const seen = `${file.path} ${found?.etag}`;
    if (seen === open.seen) return;
    open.seen = seen;
    await this.#sync(fileId);
  }

  #letGo(fileId: string): void {
    const open = this.#open.get(fileId);
    if (open && open.people <= 0 && !open.timer) this.#open.delete(fileId);
  }

  #run(work: Promise<unknown>): void {
    const done: Promise<unknown> = work
      .catch((error: unknown) => {
        this.#platform.log.error('An edited file was not looked at.', { error });
      })
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }
}
