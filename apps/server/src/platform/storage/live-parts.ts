import { open, type FileHandle } from 'node:fs/promises';

/** An upload that is under way in this process: its file held open, and how many bytes it is known to have. */
export interface LivePart<Note> {
  handle: FileHandle;
  size: number;
  note: Note;
}

const idleMs = 15_000;

/** Files of uploads that are under way, so that a chunk need not open and close its file. */
export class LiveParts<Note> {
  readonly #parts = new Map<string, LivePart<Note> & { timer: NodeJS.Timeout }>();

  get(path: string): LivePart<Note> | undefined {
    const part = this.#parts.get(path);
    part?.timer.refresh();
    return part;
  }

  /** Holds a file open. @throws the system's error. */
  async open(path: string, note: Note): Promise<LivePart<Note>> {
    const handle = await open(path, 'r+');
    const { size } = await handle.stat();
    await this.drop(path);
    const timer = setTimeout(() => {
      void this.drop(path);
    }, idleMs);
    timer.unref();
    const part = { handle, size, note, timer };
    this.#parts.set(path, part);
    return part;
  }

  async drop(path: string): Promise<void> {
    const part = this.#parts.get(path);
    if (!part) return;
    this.#parts.delete(path);
    clearTimeout(part.timer);
    await part.handle.close().catch(() => undefined);
  }
}
