import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { DiskReserve } from '../storage/disk-reserve.ts';

const MiB = 1024 * 1024;
/** Kept free for the records: edits are refused below it, since what frees space must be written too. */
const keptBytes = 64 * MiB;
/** Kept in a file, with which PostgreSQL comes up again on a full disk: two pieces of its log, and some. */
const reserveBytes = 48 * MiB;
/** Least room with which PostgreSQL is started again. */
const startBytes = 40 * MiB;
/** Of a disk smaller than most, no more than this part is kept, and a tenth is room to start. */
const mostShare = 1 / 8;
const startShare = 1 / 10;
/** How long a look at the disk is believed. */
const believedMs = 500;
/** How long edits are refused after the records had no room where their disk can't be looked at. */
const fullMs = 5_000;

/** Whether the records have room for edits. */
export class RecordsSpace {
  readonly #folder: string | undefined;
  #lookedAt = -Infinity;
  #isBelow = false;
  #fullUntil = -Infinity;

  /** `folder` is where PostgreSQL keeps its data, if that is on this machine. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** As of the last look; asking has it looked again. */
  get isShort(): boolean {
    if (this.#folder !== undefined && performance.now() > this.#lookedAt + believedMs) void this.look();
    return this.#isBelow || performance.now() < this.#fullUntil;
  }

  /** The records had no room: nothing is tried for a while. */
  noteFull(): void {
    this.#fullUntil = performance.now() + fullMs;
  }

  async look(): Promise<void> {
    if (this.#folder === undefined) return;
    this.#lookedAt = performance.now();
    // A disk that can't be asked has not been found full.
    const { free, kept } = await room(this.#folder).catch(() => ({ free: 1, kept: 0 }));
    this.#isBelow = free < kept;
  }
}

async function room(folder: string): Promise<{ free: number; kept: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, kept: Math.min(keptBytes, blocks * bsize * mostShare), size: blocks * bsize };
}

/** The room in which a PostgreSQL that broke on a full disk is started again. */
export class StartRoom {
  readonly #folder: string;
  readonly #log: Log;
  #reserve: DiskReserve | null = null;
  #filling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Takes the reserve as soon as the disk has more than that; tried again now and then. */
  keep(pauseMs = 30_000): void {
    const fill = (): void => {
      this.#filling = this.#fill().catch(() => undefined);
    };
    fill();
    this.#timer ??= setInterval(fill, pauseMs);
    this.#timer.unref();
  }

  /** Resolves when there is room to start: gives the reserve up for it, and waits where that is not enough. */
  async make(pauseMs = 1_000): Promise<void> {
    await this.#filling;
    for (let isSaid = false; !this.#isClosed; isSaid = true) {
      if (await this.#isRoomy()) return;
      await this.#reserve?.release();
      if (await this.#isRoomy()) return;
      if (!isSaid)
        this.#log.error('The disk of the records is full: PostgreSQL is started again when there is room.', {
          folder: this.#folder,
        });
      await sleep(pauseMs);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#filling;
  }

  async #isRoomy(): Promise<boolean> {
    const { free, size } = await room(this.#folder);
    return free >= Math.min(startBytes, size * startShare);
  }

  async #fill(): Promise<void> {
    const { free, kept, size } = await room(this.#folder);
    const bytes = Math.min(reserveBytes, size * mostShare);
    this.#reserve ??= new DiskReserve(this.#folder, bytes);
    if (free > kept + bytes) await this.#reserve.fill();
  }
}
