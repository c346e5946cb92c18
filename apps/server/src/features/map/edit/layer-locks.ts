import { GromaError } from '@groma/model';
import type { LayerEditors } from '@groma/protocol';

interface Lock {
  userId: string;
  username: string;
  connection: object;
  release: NodeJS.Timeout | null;
  takenKeys: readonly string[];
}

/** The people at work in one layer, by their ids, and whether they share it. */
interface LayerWork {
  isShared: boolean;
  locks: Map<string, Lock>;
}

/** Milliseconds after which the lock of somebody who is gone is given up. */
const lockGraceMs = 30_000;

/**
 * Who edits which layer. Kept in the memory of the process that has the rooms: who is there locks again after a
 * restart. A lock belongs to a person; it is given up some time after the connection that made it has gone. A layer is
 * one person's, unless its map locks features only: then several share it, and each holds the features they have taken
 * out.
 */
export class LayerLocks {
  readonly #maps = new Map<string, Map<string, LayerWork>>();
  readonly #graceMs: number;
  /** Told when the locks of a map have changed. */
  onChange: (mapId: string) => void = () => undefined;
  /** Told when a holder is gone for good who had taken features out of a layer, by which edits. */
  onAbandoned: (
    mapId: string,
    layerId: string,
    holder: { userId: string; username: string },
    takenKeys: readonly string[],
  ) => void = () => undefined;

  constructor(graceMs = lockGraceMs) {
    this.#graceMs = graceMs;
  }

  /**
   * `takenKeys` name edits of the holder that are to be undone when they are gone; left out they stay as they were.
   * @throws GromaError LAYER_LOCKED when somebody else has the layer for themselves.
   */
  add(
    mapId: string,
    layer: { id: string; name: string },
    user: { id: string; username: string },
    connection: object,
    { takenKeys, isShared = false }: { takenKeys?: readonly string[] | undefined; isShared?: boolean } = {},
  ): void {
    this.refuseIfOthers(mapId, layer, user.id);
    const layers = this.#maps.get(mapId) ?? new Map<string, LayerWork>();
    this.#maps.set(mapId, layers);
    const work = layers.get(layer.id) ?? { isShared, locks: new Map<string, Lock>() };
    layers.set(layer.id, work);
    const before = work.locks.get(user.id);
    if (before?.release) clearTimeout(before.release);
    work.locks.set(user.id, {
      userId: user.id,
      username: user.username,
      connection,
      release: null,
      takenKeys: takenKeys ?? before?.takenKeys ?? [],
    });
    if (!before) this.onChange(mapId);
  }

  /** Ends the work of one person in a layer, or, without one, of all. */
  remove(mapId: string, layerId: string, userId?: string): void {
    const layers = this.#maps.get(mapId);
    const work = layers?.get(layerId);
    if (!layers || !work || (userId !== undefined && !work.locks.has(userId))) return;
    for (const lock of userId === undefined ? work.locks.values() : [work.locks.get(userId)!]) {
      if (lock.release) clearTimeout(lock.release);
      work.locks.delete(lock.userId);
    }
    if (work.locks.size === 0) layers.delete(layerId);
    if (layers.size === 0) this.#maps.delete(mapId);
    this.onChange(mapId);
  }

  /** A connection has gone; its locks wait a while for their holder to come back. */
  leave(mapId: string, connection: object): void {
    for (const [layerId, { locks }] of this.#maps.get(mapId) ?? []) {
      for (const lock of locks.values()) if (lock.connection === connection) this.#releaseLater(mapId, layerId, lock);
    }
  }

  /** @throws GromaError LAYER_LOCKED when somebody else has the layer for themselves (MAP-064). */
  refuseIfOthers(mapId: string, layer: { id: string; name: string }, userId: string): void {
    const work = this.#maps.get(mapId)?.get(layer.id);
    const other = work?.isShared === false ? others(work, userId)[0] : undefined;
    if (other) throw new GromaError('LAYER_LOCKED', { username: other.username, name: layer.name });
  }

  /**
   * Has the layers of a map shared from now on, or held by one person each.
   * @returns the first layer that several people are at work in, which keeps the map as it was; null where it is done.
   */
  setShared(mapId: string, isShared: boolean): string | null {
    const layers = this.#maps.get(mapId) ?? new Map<string, LayerWork>();
    const crowded = [...layers].find(([, { locks }]) => locks.size > 1);
    if (!isShared && crowded) return crowded[0];
    for (const work of layers.values()) work.isShared = isShared;
    this.onChange(mapId);
    return null;
  }

  /** Who has a layer for themselves, by layer. */
  editors(mapId: string): LayerEditors {
    return Object.fromEntries(
      [...(this.#maps.get(mapId) ?? [])].flatMap(([layerId, { isShared, locks }]) => {
        const [holder] = locks.values();
        return isShared || !holder ? [] : [[layerId, { userId: holder.userId, username: holder.username }]];
      }),
    );
  }

  #releaseLater(mapId: string, layerId: string, lock: Lock): void {
    if (lock.release) clearTimeout(lock.release);
    lock.release = setTimeout(() => {
      this.remove(mapId, layerId, lock.userId);
      if (lock.takenKeys.length > 0) this.onAbandoned(mapId, layerId, lock, lock.takenKeys);
    }, this.#graceMs);
    lock.release.unref();
  }
}

function others({ locks }: LayerWork, userId: string): Lock[] {
  return [...locks.values()].filter((lock) => lock.userId !== userId);
}
