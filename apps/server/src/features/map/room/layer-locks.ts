import { GromaError } from '@groma/model';
import type { LayerEditors } from '@groma/protocol';

interface Lock { userId: string; username: string; connection: object; release: NodeJS.Timeout | null; takenSeqs: readonly number[] }

/** Milliseconds after which the lock of somebody who is gone is given up. */
const lockGraceMs = 30_000;

/**
 * Who edits which layer. Kept in the memory of the process that has the rooms: who is there locks again after a restart.
 * A lock belongs to a person; it is given up some time after the connection that made it has gone.
 */
export class LayerLocks {
  readonly #maps = new Map<string, Map<string, Lock>>();
  readonly #graceMs: number;
  /** Told when the locks of a map have changed. */
  onChange: (mapId: string) => void = () => undefined;
  /** Told when a holder is gone for good who had taken features out of a layer, by which edits. */
  onAbandoned: (mapId: string, layerId: string, holder: { userId: string; username: string }, takenSeqs: readonly number[]) => void = () => undefined;

  constructor(graceMs = lockGraceMs) {
    this.#graceMs = graceMs;
  }

  /** `takenSeqs` are edits of the holder that are to be undone when they are gone; left out they stay as they were. @throws GromaError LAYER_LOCKED when somebody else has it. */
  add(mapId: string, layer: { id: string; name: string }, user: { id: string; username: string }, connection: object, takenSeqs?: readonly number[]): void {
    this.refuseIfOthers(mapId, layer, user.id);
    const locks = this.#maps.get(mapId) ?? new Map<string, Lock>();
    this.#maps.set(mapId, locks);
    const before = locks.get(layer.id);
    if (before?.release) clearTimeout(before.release);
    locks.set(layer.id, { userId: user.id, username: user.username, connection, release: null, takenSeqs: takenSeqs ?? before?.takenSeqs ?? [] });
    if (!before) this.onChange(mapId);
  }

  remove(mapId: string, layerId: string, userId?: string): void {
    const locks = this.#maps.get(mapId);
    const lock = locks?.get(layerId);
    if (!locks || !lock || (userId !== undefined && lock.userId !== userId)) return;
    if (lock.release) clearTimeout(lock.release);
    locks.delete(layerId);
    if (locks.size === 0) this.#maps.delete(mapId);
    this.onChange(mapId);
  }

  /** A connection has gone; its locks wait a while for their holder to come back. */
  leave(mapId: string, connection: object): void {
    for (const [layerId, lock] of this.#maps.get(mapId) ?? []) {
      if (lock.connection !== connection) continue;
      lock.release = setTimeout(() => {
        this.remove(mapId, layerId);
        if (lock.takenSeqs.length > 0) this.onAbandoned(mapId, layerId, lock, lock.takenSeqs);
      }, this.#graceMs);
      lock.release.unref();
    }
  }

  /** @throws GromaError LAYER_LOCKED when somebody else edits the layer (MAP-064). */
  refuseIfOthers(mapId: string, layer: { id: string; name: string }, userId: string): void {
    const lock = this.#maps.get(mapId)?.get(layer.id);
    if (lock && lock.userId !== userId) throw new GromaError('LAYER_LOCKED', { username: lock.username, name: layer.name });
  }

  editors(mapId: string): LayerEditors {
    return Object.fromEntries([...this.#maps.get(mapId) ?? []].map(([layerId, { userId, username }]) => [layerId, { userId, username }]));
  }
}
