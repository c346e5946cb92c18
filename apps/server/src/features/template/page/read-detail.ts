import { and, asc, eq, isNull } from 'drizzle-orm';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Publication } from '../hub/read-publication.ts';
import type { DetailContent } from './detail-page.ts';
import { trusted } from './markup.ts';
import { hubLook } from './notebook-part.ts';
import type { PageParts } from './page-parts.ts';
import type { Wording } from './wording.ts';

/** Notebooks of a workspace that its page shows whole; the others are in its contents by name. */
const mostNotebooks = 20;

/** What the page of a publication shows of its frozen project: layers of its maps, and its notebooks. */
export async function readDetail(
  { platform: { database }, notebooks }: Pick<PageParts, 'platform' | 'notebooks'>,
  wording: Wording,
  publication: Publication,
): Promise<DetailContent> {
  const { content, type } = publication;
  const projectId = content.project_id;
  const shown = content.notebooks.filter(({ id }) => type === 'SOLUTION' || id === content.content_id);
  const read = async ({ id, name }: { id: string; name: string }) => ({
    name,
    body: trusted(await notebooks.readBody({ id, projectId }, hubLook(wording, publication, id))),
  });
  const bodies: DetailContent['notebooks'][number][] = [];
  for (const each of shown.slice(0, mostNotebooks)) bodies.push(await read(each));
  return {
    publication,
    layers: type === 'NOTEBOOK' || type === 'WORKFLOW' ? [] : await readLayers(database, projectId),
    notebooks: bodies,
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
