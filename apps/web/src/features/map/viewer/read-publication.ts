import type { chart, ChartReply, hub, map, MapStateReply, ReplyOf, story } from '@groma/protocol';
import type { StoryStep } from '@groma/model';
import { callEarly } from '../../../platform/api.ts';
import { postEarly } from '../../../platform/refusal.ts';

export type Publication = ReplyOf<typeof hub.readTemplate>['data'];

/** A map of a publication, by ids that the calls for maps take. */
export interface PublishedPlace {
  projectId: string;
  mapId: string;
}

/** Reads a publication in its newest version, or another. @throws GromaError, CallFailure. */
export async function readPublication(templateId: string, version: string | null): Promise<Publication> {
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return (await callEarly<{ data: Publication }>(`/api/hub/templates/${encodeURIComponent(templateId)}${query}`)).data;
}

/** The maps of a publication: the one that was published, or all of a workspace. */
export function mapsOf({ content }: Publication): Publication['content']['maps'] {
  const published = content.maps.filter(({ id }) => id === content.content_id);
  return published.length > 0 ? published : content.maps;
}

/** What a map is made of, without its features. @throws GromaError, CallFailure. */
export async function readState({ projectId, mapId }: PublishedPlace): Promise<MapStateReply> {
  const query = new URLSearchParams({ map_id: mapId, project_id: projectId });
  return (await callEarly<ReplyOf<typeof map.readMapState>>(`/maps/state?${query}`)).data;
}

/** The steps of its story; none where it has none. @throws GromaError, CallFailure. */
export async function readSteps({ projectId, mapId }: PublishedPlace): Promise<StoryStep[]> {
  const query = new URLSearchParams({ map_id: mapId, project_id: projectId });
  return (await callEarly<ReplyOf<typeof story.readStory>>(`/maps/story?${query}`)).data.steps;
}

/** Its charts; none where it has none. @throws GromaError, CallFailure. */
export async function readCharts({ projectId, mapId }: PublishedPlace): Promise<ChartReply[]> {
  const query = new URLSearchParams({ map_id: mapId, project_id: projectId });
  return (await callEarly<ReplyOf<typeof chart.listCharts>>(`/maps/charts?${query}`)).data;
}

/** Opens a publication for this browser. @throws GromaError, Error with what the server says. */
export async function unlock(templateId: string, password: string): Promise<void> {
  await postEarly(`/api/hub/templates/${encodeURIComponent(templateId)}/unlock`, { password });
}
