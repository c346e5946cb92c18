import { GromaError } from '@groma/model';
import type { LayerEditors } from '@groma/protocol';
import type { Platform } from '../../../platform/platform.ts';
import type { LayerLocks } from './layer-locks.ts';

const topic = 'layer-editors';

/** Lets other processes know who edits which layer: the rooms of maps are in this one. */
export function answerEditors({ questions, config }: Platform, locks: LayerLocks): void {
  if (config.services.has('realtime'))
    questions.answer(topic, ({ mapId }: { mapId: string }) => Promise.resolve(locks.editors(mapId)));
}

/** Who edits which layer of a map. Nobody does while there are no rooms. */
export async function readEditors({ questions }: Platform, mapId: string): Promise<LayerEditors> {
  return questions.ask<LayerEditors>(topic, { mapId }, { patienceMs: 2_000 }).catch((error: unknown) => {
    if (error instanceof GromaError && error.code === 'UNAVAILABLE') return {};
    throw error;
  });
}
