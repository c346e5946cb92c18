import { GromaError, type UserId } from '@groma/model';
import { dataset, type SceneSource } from '@groma/protocol';
import { route, streamed, type Route } from '../../platform/http/route.ts';
import { setUserContentHeaders } from '../../platform/http/security-headers.ts';
import { readCatalogue } from './catalogue.ts';
import type { SceneFinder } from './find-scenes.ts';
import { checkAddress, type FoundSource, type SceneSources } from './scene-sources.ts';
import type { SealedTexts } from './sealed-text.ts';
import { isPath } from './stac/locations.ts';
import type { Thumbnails } from './thumbnails.ts';

interface DatasetParts {
  sources: SceneSources;
  finder: SceneFinder;
  thumbnails: Thumbnails;
  sealed: SealedTexts;
}

/** The calls of the catalogue and of the search for scenes. */
export function datasetRoutes({ sources, finder, thumbnails, sealed }: DatasetParts): Route[] {
  return [
    route(dataset.listDatasets, async () => ({ data: [...(await readCatalogue())] })),
    route(dataset.listSceneSources, async ({ projectId }) => ({
      data: (await sources.list(projectId)).map(shown),
    })),
    route(dataset.addSceneSource, async ({ projectId, user, body, signal }) => {
      const address = checkAddress(body.address, 'address');
      const signer = body.signing_address === undefined ? null : checkAddress(body.signing_address, 'signing_address');
      if (signer !== null && isPath(signer))
        throw new GromaError('BAD_INPUT', { detail: 'signing_address: this is no address of the web.' });
      const said = await finder.check(projectId, address, signal);
      const name = body.name ?? said ?? address.slice(0, 100);
      return {
        data: shown(
          await sources.add({ projectId, userId: user.id as UserId }, { name, address, signingAddress: signer }),
        ),
      };
    }),
    route(dataset.removeSceneSource, async ({ projectId, params: { sourceId } }) => {
      await sources.remove(projectId, sourceId);
      return { status: 'ok' };
    }),
    route(dataset.listSceneCollections, async ({ projectId, params: { sourceId }, signal }) => {
      const source = await sources.find(projectId, sourceId);
      const { collections, isCut } = await finder.collections({ projectId, source, signal });
      return { data: collections, is_cut: isCut };
    }),
    route(dataset.searchScenes, async ({ projectId, params: { sourceId }, body, signal }) => {
      const { most_cloud: mostCloud, page, ...query } = body;
      if (query.from !== undefined && query.to !== undefined && query.from > query.to)
        throw new GromaError('BAD_INPUT', { detail: 'from: the first day lies after the last one.' });
      const source = await sources.find(projectId, sourceId);
      const found = await finder.search({ projectId, source, signal }, { ...query, mostCloud }, page);
      return {
        data: found.scenes,
        next: found.next,
        total: found.total,
        skipped: found.skipped,
        is_cut: found.isCut,
      };
    }),
    route(dataset.readSceneThumbnail, async ({ projectId, query: { address }, user, reply, signal }) => {
      const location = sealed.open(projectId, 'thumbnail', address);
      if (location === null) throw new GromaError('NOT_FOUND', { noun: 'thumbnail' });
      const { type, bytes } = await thumbnails.read({ projectId, userId: user.id as UserId }, location, signal);
      setUserContentHeaders(reply);
      await reply.header('content-type', type).header('cache-control', 'private, max-age=3600').send(bytes);
      return streamed;
    }),
  ];
}

function shown({ id, name, address, kind, is_open }: FoundSource): SceneSource {
  return { id, name, address, kind, is_open };
}
