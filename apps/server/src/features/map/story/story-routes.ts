import { story } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { readStoryOf } from '../../../platform/live/read-story.ts';
import type { MapParts } from '../edit/map-parts.ts';

/** The story of a map, for who reads it; it is written in its room. */
export function storyRoutes({ platform }: MapParts): Route[] {
  return [
    route(story.readStory, async ({ query }) => ({ data: { steps: await readStoryOf(platform, query.map_id) } })),
  ];
}
