import { z } from 'zod';
import type { NewIds } from '../resource/new-ids.ts';

/** What a story may hold at most; lengths in UTF-16 units. */
export const storyLimit = { steps: 200, titleCharacters: 200, textCharacters: 20_000 } as const;

const layerIds = z.array(z.uuid()).max(5_000).readonly();

/** What a step shows of a map. Layers that are not there any more are left out by whoever shows it. */
export const storyView = z.object({
  /** In degrees, and Web Mercator levels of 512 pixels. */
  camera: z.object({
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    zoom: z.number().min(0).max(24),
    pitch: z.number().min(0).max(85),
    bearing: z.number().min(-360).max(360),
  }),
  /** Layers that are on; all others are off. */
  layers: layerIds,
  /** The day (yyyy-mm-dd) that is seen of these images; null where the map shows no time. */
  time: z.object({ day: z.iso.date(), images: layerIds }).nullable(),
});
export type StoryView = z.output<typeof storyView>;

/** One step of a story: text beside a view of its map. */
export const storyStep = z.object({
  id: z.uuid(),
  title: z.string().max(storyLimit.titleCharacters),
  /** Markdown. */
  text: z.string().max(storyLimit.textCharacters),
  view: storyView,
});
export type StoryStep = z.output<typeof storyStep>;

/** The id of the live document with the story of a map. */
export function storyDocumentId(mapId: string): string {
  return `story:${mapId}`;
}

/** Layers that a view names and the map does not have. */
export function missingLayers({ layers, time }: StoryView, has: (id: string) => boolean): string[] {
  return [...new Set([...layers, ...(time?.images ?? [])])].filter((id) => !has(id));
}

/** A step for a copy of its map: layers by the ids of their copies, without those that were not copied. */
export function copiedStep(step: StoryStep, ids: NewIds): StoryStep {
  const { camera, layers, time } = step.view;
  const copies = (all: readonly string[]) => all.flatMap((id) => ids.get(id) ?? []);
  const images = copies(time?.images ?? []);
  return {
    ...step,
    view: { camera, layers: copies(layers), time: time && images.length > 0 ? { day: time.day, images } : null },
  };
}
