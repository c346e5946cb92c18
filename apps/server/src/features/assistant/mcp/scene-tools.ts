import { compositeMethods } from '@groma/model';
import { dataset } from '@groma/protocol';
import { z } from 'zod';
import { projectField } from './data-tools.ts';
import { mcpTool, type McpTool } from './mcp-tool.ts';
import { endOfOperation, waitForOperation } from './watch-operation.ts';

const ofProject = z.object({ project: projectField });
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('West, south, east, north in degrees.');
const mostFeatured = 40;

/** Tools that search the catalogue of satellite images and order composites of them. */
export const sceneTools: readonly McpTool[] = [
  mcpTool({
    name: 'list_datasets',
    description:
      'List the catalogue of satellite data sets: bands, dates, resolution, and whether they can be ordered.',
    isReading: true,
    input: ofProject.extend({ query: z.string().max(200).default('').describe('Words that an entry contains.') }),
    run: async ({ project: projectId, query }, { client, signal }) => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const { data } = await client.call(dataset.listDatasets, { params: { projectId }, signal });
      return data
        .filter((each) => words.every((word) => JSON.stringify(each).toLowerCase().includes(word)))
        .slice(0, mostFeatured)
        .map(({ id, name, provider, scale, dates, download, bands }) => ({
          id,
          name,
          provider,
          metres: scale ?? null,
          dates,
          can_be_ordered: download,
          bands: bands.map((band) => band.name),
        }));
    },
  }),
  mcpTool({
    name: 'list_scene_sources',
    description: 'List where scenes can be searched, by id, and the collections of one of these sources.',
    isReading: true,
    input: ofProject.extend({ source: z.string().max(100).optional().describe('Lists the collections of this one.') }),
    run: async ({ project: projectId, source: sourceId }, { client, signal }) =>
      sourceId === undefined
        ? (await client.call(dataset.listSceneSources, { params: { projectId }, signal })).data
        : client.call(dataset.listSceneCollections, { params: { projectId, sourceId }, signal }),
  }),
  mcpTool({
    name: 'search_scenes',
    description: 'Search a source for satellite scenes by collection, place, days and cloud cover, newest first.',
    isReading: true,
    input: ofProject.extend({
      source: z.string().max(100).describe('Id of the source, as list_scene_sources gives it.'),
      collections: z.array(z.string().max(200)).max(10).default([]),
      box: box.optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      most_cloud: z.number().min(0).max(100).optional().describe('Percent.'),
      limit: z.int().min(1).max(50).default(20),
    }),
    run: async ({ project: projectId, source: sourceId, ...body }, { client, signal }) => {
      const found = await client.call(dataset.searchScenes, { params: { projectId, sourceId }, body, signal });
      return {
        total: found.total,
        scenes: found.data.map(({ id, collection, time, cloud_cover, platform, box: where }) => ({
          id,
          collection,
          time,
          cloud_cover,
          platform,
          box: where,
        })),
      };
    },
  }),
  mcpTool({
    name: 'order_composite',
    description:
      'Order one composite of the clearest scenes of a data set over a box, as a cloud-optimised GeoTIFF of the ' +
      'project, and a layer where a map is named. It may take long and reads many images.',
    isReading: false,
    input: ofProject.extend({
      dataset: z.string().max(100).describe('Id, as list_datasets gives it.'),
      box,
      from: z.iso.date(),
      to: z.iso.date(),
      bands: z.array(z.string().max(60)).min(1).max(20),
      metres: z.number().min(1).max(10_000).describe('Size of a pixel.'),
      method: z.enum(compositeMethods).default('median'),
      name: z.string().min(1).max(100).describe('Begins the name of the file.'),
      most_images: z.int().min(1).max(50).default(10),
      most_cloud: z.number().min(0).max(100).default(30),
      map: z.string().optional().describe('Id of the map that gets a layer.'),
      source: z.string().max(100).optional(),
      collection: z.string().max(200).optional(),
    }),
    run: async (wanted, call) => {
      const { project: projectId, dataset: datasetId, metres, bands } = wanted;
      const [west, south, east, north] = wanted.box;
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      const area = { type: 'Feature' as const, geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} };
      const { operation_id: operationId, target } = await call.client.call(dataset.downloadDataset, {
        params: { projectId, datasetId },
        body: {
          datasetId,
          downloadType: 'processed',
          startDate: wanted.from,
          endDate: wanted.to,
          fileNamePrefix: wanted.name,
          scale: metres,
          bands,
          bandScales: bands.map(() => metres),
          maxImages: wanted.most_images,
          maxCloudCover: wanted.most_cloud,
          compositeMethod: wanted.method,
          clipGeometryId: 'box',
          clipGeometry: { type: 'FeatureCollection', features: [area] },
          ...(wanted.source !== undefined && { source_id: wanted.source }),
          ...(wanted.collection !== undefined && { collection: wanted.collection }),
          ...(wanted.map !== undefined && { layer: { map_id: wanted.map, name: wanted.name } }),
        },
        signal: call.signal,
      });
      await waitForOperation(operationId, call);
      return { target, ...(await endOfOperation(operationId, call)) };
    },
  }),
];
