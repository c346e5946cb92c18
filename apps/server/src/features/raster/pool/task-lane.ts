import type { RasterTask } from './raster-task.ts';

/** What decides which threads may take a task; made once, for each task is looked at often while it waits. */
export interface TaskLane {
  kind: 'file' | 'address';
  /** Scheme and host of an address; empty of a file. */
  host: string;
  /** Work that may keep a thread for seconds: all but tiles and single values. */
  isLong: boolean;
  /** Tasks with the same key may go to the same threads. */
  key: string;
  /** Neighbours have the same number or the next: they go to the same thread while it has room. */
  home: number;
}

export function laneOf(task: RasterTask): TaskLane {
  const kind = task.source.version ? 'address' : 'file';
  const host = kind === 'address' ? (/^https?:\/\/[^/?#]*/i.exec(task.source.path)?.[0] ?? '') : '';
  const isLong = task.kind === 'statistics' || (task.kind === 'picture' && task.place.kind !== 'tile');
  return { kind, host, isLong, key: `${kind} ${isLong} ${host}`, home: homeOf(task) };
}

/**
 * Neighbouring tiles of a file share blocks: stripes of four columns go to one thread, where there are more than two
 * also rows by four.
 */
function homeOf({ source, ...task }: RasterTask): number {
  let hash = 0;
  const tile = 'place' in task && task.place.kind === 'tile' ? task.place : null;
  const text = `${source.id} ${tile?.z ?? ''}`;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return tile ? hash + (tile.x >> 2) + (tile.y >> 2) * 2 : hash;
}
