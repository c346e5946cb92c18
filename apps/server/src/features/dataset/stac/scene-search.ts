import type { Scene, SceneArea, SceneBox } from '@groma/protocol';

/** What scenes are looked for by. */
export interface SceneQuery {
  collections: readonly string[];
  box?: SceneBox | undefined;
  area?: SceneArea | undefined;
  /** Days, both counted, in UTC. */
  from?: string | undefined;
  to?: string | undefined;
  /** Percent. */
  mostCloud?: number | undefined;
  limit: number;
}

/** A page of what was found. `next` is what asks for the one after it. */
export interface FoundScenes<Next> {
  scenes: Scene[];
  next: Next | null;
  total: number | null;
  skipped: number;
  isCut: boolean;
}

/** The newest first; those without a time last. */
export function newestFirst(scenes: readonly Scene[]): Scene[] {
  return scenes.toSorted((first, second) => (second.time ?? '').localeCompare(first.time ?? ''));
}

/** Whether a scene is not known to be cloudier than was asked for. */
export function isClear({ cloud_cover: cloud }: Scene, most: number | undefined): boolean {
  return most === undefined || cloud === null || cloud <= most;
}
