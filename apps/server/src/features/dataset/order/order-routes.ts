import {
  GromaError,
  newId,
  numberedName,
  parseDataPath,
  type DataPath,
  type OperationId,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { dataset } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { MadeAgain, WantedAgain } from '../../../platform/origin/run-again.ts';
import type { DownloadOperation } from './download-operation.ts';
import { findOrderSource } from './find-order-scenes.ts';
import { checkOrder, orderedOf } from './make-recipe.ts';
import type { OrderParts } from './order-parts.ts';
import { plannedDownload } from './planned-download.ts';
import { readArea } from './read-area.ts';
import { visualise } from './visualise.ts';

const longestTitle = 255;

/** The calls that order images of data sets, and show them. */
export function orderRoutes(parts: OrderParts, kind: DownloadOperation): Route[] {
  return [
    route(dataset.downloadDataset, async ({ projectId, params: { datasetId }, user, body }) => {
      const { source_id: sourceId, collection, layer, ...request } = body;
      const userId = user.id as UserId;
      if (request.datasetId !== datasetId)
        throw new GromaError('BAD_INPUT', { detail: 'datasetId: this is another one than in the address.' });
      checkDays(request);
      const { entry } = await findOrderSource(parts.sources, projectId, datasetId, { sourceId, collection });
      if (!entry.download)
        throw new GromaError('BAD_INPUT', { detail: `datasetId: “${entry.name}” can’t be downloaded.` });
      readArea(request.clipGeometry);
      checkOrder({ entry, ...orderedOf(request) });
      if (request.bandScales.length > 0 && request.bandScales.length !== request.bands.length)
        throw new GromaError('BAD_INPUT', { detail: 'bandScales: there is one for each of the bands.' });
      if (layer) await parts.layers.requireMap({ projectId, mapId: layer.map_id }, userId);
      const target = await freeTarget(parts, projectId, request);
      const subject = `${entry.name}: ${request.fileNamePrefix}`;
      const id = newId<'operation'>();
      await parts.platform.operations.start(
        kind,
        { id, projectId, userId, title: `Download ${subject}`.slice(0, longestTitle), subject },
        {
          projectId,
          userId,
          request,
          sourceId,
          collection,
          target,
          replacedBy: null,
          layer: layer
            ? { mapId: layer.map_id, layerId: newId<'layer'>(), name: layer.name ?? request.fileNamePrefix }
            : null,
        },
      );
      return { operation_id: id, target };
    }),
    route(dataset.visualizeDataset, async ({ projectId, params: { datasetId }, body, signal }) => {
      checkDays(body);
      const { source_id: sourceId, collection, ...request } = body;
      return { data: await visualise(parts, { projectId, signal }, datasetId, { ...request, sourceId, collection }) };
    }),
  ];
}

/** Orders the images of a file again; the one before goes to the trash of the person. @throws GromaError */
export async function runDownloadAgain(
  { platform }: OrderParts,
  kind: DownloadOperation,
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { target, sourceId, collection, scenes: _scenes, ...request } = origin.parameters;
  const id = operationId ?? newId<'operation'>();
  const planned = plannedDownload.parse({
    projectId,
    userId: user.id,
    request,
    sourceId,
    collection,
    target,
    replacedBy: user.id,
    layer: null,
  });
  await platform.operations.run(
    kind,
    {
      id: id as OperationId,
      projectId,
      userId: user.id,
      title: `Download ${origin.name}`.slice(0, longestTitle),
      subject: origin.name,
    },
    planned,
    caller,
  );
  return { operation_id: id, edits: [] };
}

function checkDays({ startDate, endDate }: { startDate: string; endDate: string }): void {
  if (startDate > endDate)
    throw new GromaError('BAD_INPUT', { detail: 'endDate: the last day lies before the first one.' });
}

/** The file of a composite, or the folder of raw images, under a name that is free. @throws GromaError BAD_PATH */
async function freeTarget(
  { platform: { files } }: OrderParts,
  projectId: ProjectId,
  { fileNamePrefix, downloadType }: { fileNamePrefix: string; downloadType: string },
): Promise<DataPath> {
  const ending = downloadType === 'raw' ? '' : '.tif';
  const wanted = parseDataPath(`/data/${fileNamePrefix.replace(/^\/?data\//, '').replace(/\.tiff?$/i, '')}${ending}`);
  const cut = wanted.lastIndexOf('/') + 1;
  const [folder, name] = [wanted.slice(0, cut), wanted.slice(cut)];
  const taken = new Set<string>();
  for (let free = name; ;) {
    const target = parseDataPath(`${folder}${free}`);
    // oxlint-disable-next-line no-await-in-loop
    if (!(await files.stat(projectId, target))) return target;
    taken.add(free);
    free = numberedName(name, downloadType === 'raw', (each) => taken.has(each));
  }
}
