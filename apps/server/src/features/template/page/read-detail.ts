import { and, asc, eq, isNull } from '../../../platform/database/drizzle.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import type { Database } from '../../../platform/database/database.ts';
import { BoundedWork } from '../../../platform/jobs/bounded-work.ts';
import { readStoryOf } from '../../../platform/live/read-story.ts';
import type { Publication } from '../hub/read-publication.ts';
import { appOf } from '../app/read-app.ts';
import { readComparisons } from '../reproduce/reproduction-records.ts';
import { mostNotebooks, type DetailContent } from './detail-page.ts';
import { trusted } from './markup.ts';
import { hubLook } from './notebook-part.ts';
import type { PageParts } from './page-parts.ts';
import type { Wording } from './wording.ts';

/** Reading a notebook for a page reads all of its outputs, and anyone may ask for a page. */
const notebookReading = new BoundedWork({ atOnce: 2, waiting: 20 });

/** Stories of a workspace that its page shows; each map tells the others itself. */
const mostStories = 20;

/**
 * What the page of a publication shows of its frozen project: layers and stories of its maps, and its notebooks, or the
 * one that is named.
 */
export async function readDetail(
  { platform: { config, database, documents }, notebooks }: Pick<PageParts, 'platform' | 'notebooks'>,
  wording: Wording,
  publication: Publication,
  notebookId?: string,
): Promise<DetailContent> {
  const { content, type } = publication;
  const projectId = content.project_id;
  const shown = content.notebooks.filter(({ id }) =>
    type === 'SOLUTION' ? id === (notebookId ?? id) : id === content.content_id,
  );
  const read = async ({ id, name }: { id: string; name: string }) => ({
    name,
    body: trusted(await notebooks.readBody({ id, projectId }, hubLook(wording, publication, id))),
  });
  const bodies: DetailContent['notebooks'][number][] = [];
  // It is begun for all who ask at the time: that one of them goes away does not end it.
  const { signal } = new AbortController();
  for (const each of shown.slice(0, mostNotebooks)) bodies.push(await notebookReading.run(signal, () => read(each)));
  const isOfMaps = type === 'MAP' || type === 'SOLUTION';
  const stories: DetailContent['stories'][number][] = [];
  for (const { id, name } of isOfMaps ? content.maps.slice(0, mostStories) : []) {
    const steps = await readStoryOf({ documents }, id);
    if (steps.length > 0) stories.push({ name, steps });
  }
  return {
    publication,
    layers: isOfMaps ? await readLayers(database, projectId) : [],
    notebooks: bodies,
    isApp: appOf(publication, config) !== null,
    comparisons: type === 'NOTEBOOK' ? await readComparisons(database, publication.shownId) : [],
    stories,
  };
}

/** Groups and layers as the tree of a map shows them, from the top. */
async function readLayers({ query }: Database, projectId: string): Promise<DetailContent['layers']> {
  const rows = await query
    .select({ id: layers.id, mapId: layers.mapId, name: layers.name, parentId: layers.parentId })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), isNull(layers.deletedAt)))
    .orderBy(asc(maps.name), asc(layers.order), layers.id);
  const below = (mapId: string, parentId: string, level: number): { name: string; level: number }[] =>
    rows
      .filter((each) => each.mapId === mapId && each.parentId === parentId)
      .flatMap(({ id, name }) => [{ name, level }, ...(level < 20 ? below(mapId, id, level + 1) : [])]);
  return [...new Set(rows.map(({ mapId }) => mapId))].flatMap((mapId) => below(mapId, '0', 0));
}
