import { Readable } from 'node:stream';
import {
  checkCorrection,
  GromaError,
  numberedName,
  parseDataPath,
  type DataPath,
  type OperationId,
  type ProjectId,
  type ToolParameters,
  type UserId,
} from '@groma/model';
import { processing } from '@groma/protocol';
import { findGdal } from '../../../platform/gdal/gdal-sandbox.ts';
import type { OriginBlock } from '../../../platform/origin/origin.ts';
import { route } from '../../../platform/http/route.ts';
import type { Feature, Platform } from '../../../platform/platform.ts';
import { missingAcolite } from './acolite.ts';
import { missingForest } from './forest-service.ts';
import { missingGrass } from './grass.ts';
import { polygonsOf } from './polygons-of.ts';

interface ProcessingNeeds {
  /** Begins a tool of the toolbox, by main. */
  beginTool(
    asked: {
      tool: string;
      operationId: OperationId | undefined;
      projectId: ProjectId;
      user: { id: UserId; username: string };
      layer: string | undefined;
      features: undefined;
      parameters: Record<string, unknown>;
      output: { kind: 'file'; path: string; replace: boolean };
      block: OriginBlock | undefined;
    },
    subtitle: string,
  ): Promise<OperationId>;
  addFile(projectId: ProjectId, path: DataPath, content: Readable, userId: UserId): Promise<void>;
}

/** What a call of processing asks. */
interface AskedProcessing {
  /** Name in the address, and of the folder of its output. */
  name: string;
  tool: string;
  /** What its output is called. */
  stem: string;
  ending: 'tif' | 'geojson';
  parameters: ToolParameters;
  geojson?: unknown;
}

/** Who asks, and where. */
interface Call {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  block?: OriginBlock | undefined;
  body: { operation_id: string };
}

/** The calls of custom processing, as tools of the toolbox whose output is a file. */
export function createProcessingFeature(platform: Platform, needs: ProcessingNeeds): Feature {
  const begin = (call: Call, asked: AskedProcessing) => beginProcessing(platform, needs, call, asked);
  const { acolite, acoliteJilin, sixSSentinel2, sixSJilin, pansharpening, vm0047 } = processing;
  const ofDays = (name: string, tool: string, call: Call & { body: DaysBody }) => {
    const { geojson, start_date: start, end_date: end } = call.body;
    const parameters = { start_date: asDay(start), end_date: asDay(end) };
    return begin(call, { name, tool, stem: `${start} to ${end}`, ending: 'tif', parameters, geojson });
  };
  const ofFolder = (name: string, tool: string, call: Call & { body: { source_folder_path: string } }) => {
    const folder = call.body.source_folder_path;
    const parameters = { source_folder_path: folder };
    return begin(call, { name, tool, stem: lastPart(folder), ending: 'tif', parameters });
  };
  return {
    routes: [
      route(acolite, (call) => ofDays('acolite', 'acolite-sentinel2', call)),
      route(acoliteJilin, (call) => ofFolder('acolite-jilin', 'acolite-jilin', call)),
      route(sixSSentinel2, (call) => ofDays('6s-sentinel2', '6s-sentinel2', call)),
      route(sixSJilin, (call) => ofFolder('6s-jilin', '6s-jilin', call)),
      route(pansharpening, (call) => {
        const { operation_id: _, bucket_name: __, ...parameters } = call.body;
        const stem = lastPart(parameters.multiband_source_path).replace(/\.tiff?$/i, '');
        return begin(call, { name: 'pansharpening', tool: 'pansharpening', stem, ending: 'tif', parameters });
      }),
      route(vm0047, (call) => {
        const { geojson, project_start_year: year } = call.body;
        const parameters = { project_start_year: year };
        const stem = `Project start ${year}`;
        return begin(call, {
          name: 'vm0047',
          tool: 'vm0047_eligibility',
          stem,
          ending: 'geojson',
          parameters,
          geojson,
        });
      }),
      route(processing.listProcessing, async () => ({ data: await missingParts(platform) })),
    ],
  };
}

interface DaysBody {
  operation_id: string;
  geojson: unknown;
  start_date: string;
  end_date: string;
}

/** @throws GromaError as the tool’s definition says, TOOL_NEEDS_POLYGONS, UNAVAILABLE */
async function beginProcessing(
  platform: Platform,
  needs: ProcessingNeeds,
  { projectId, user, block, body }: Call,
  { name, tool, stem, ending, parameters, geojson }: AskedProcessing,
): Promise<{ status: number; output_path: string }> {
  const wrong = checkCorrection(tool, parameters);
  if (wrong) throw new GromaError(wrong);
  const area = geojson === undefined ? null : polygonsOf(geojson);
  const missing = (await missingParts(platform)).find((each) => each.tool === tool);
  if (missing) throw new GromaError('UNAVAILABLE', { part: missing.part, remedy: missing.remedy });
  const target = await freePath(platform, projectId, { folder: `/data/processing/${name}`, stem, ending });
  const layer = area && areaBeside(target);
  if (layer) await needs.addFile(projectId, layer, Readable.from([JSON.stringify(area)]), user.id);
  const begun = needs.beginTool(
    {
      tool,
      operationId: body.operation_id as OperationId,
      projectId,
      user: { id: user.id, username: user.username },
      layer: layer ? `file:${layer}` : undefined,
      features: undefined,
      parameters,
      output: { kind: 'file', path: target, replace: false },
      block,
    },
    `The output is saved in ${target}`,
  );
  await begun.catch(async (error: unknown) => {
    if (layer) await platform.files.discard(projectId, layer, 'groma');
    throw error;
  });
  return { status: 200, output_path: target };
}

/** What each tool lacks here that cannot run. */
async function missingParts({
  config: { processing: settings },
}: Platform): Promise<{ tool: string; part: string; remedy: string }[]> {
  const [gdal, grass, forest] = await Promise.all([findGdal(), missingGrass(), missingForest(settings.forestFolder)]);
  const withoutGdal = gdal ? null : 'ask the administrator of this server to install gdal-bin.';
  const acolite = missingAcolite(settings.acolite);
  const ofTools: readonly (readonly [tools: readonly string[], part: string, remedy: string | null])[] = [
    [['acolite-sentinel2', 'acolite-jilin', '6s-sentinel2', '6s-jilin', 'pansharpening'], 'GDAL', withoutGdal],
    [['acolite-sentinel2', 'acolite-jilin'], 'ACOLITE', acolite],
    [['6s-sentinel2', '6s-jilin'], 'GRASS', grass],
    [['vm0047_eligibility'], 'Global Forest Change', forest],
  ];
  return ofTools.flatMap(([tools, part, remedy]) =>
    remedy === null ? [] : tools.map((tool) => ({ tool, part, remedy })),
  );
}

/** A path where neither an output lies nor the polygons of one that is being made. */
async function freePath(
  { files }: Platform,
  projectId: ProjectId,
  { folder, stem, ending }: { folder: string; stem: string; ending: string },
): Promise<DataPath> {
  const plain =
    stem
      .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      .replaceAll(/^[.\s]+|[.\s]+$/g, '')
      .slice(0, 100) || 'output';
  const taken = new Set<string>();
  for (let file = `${plain}.${ending}`; ; file = numberedName(`${plain}.${ending}`, false, (each) => taken.has(each))) {
    const target = parseDataPath(`${folder}/${file}`);
    // oxlint-disable-next-line no-await-in-loop
    const [there, area] = await Promise.all([target, areaBeside(target)].map((path) => files.stat(projectId, path)));
    if (!there && !area) return target;
    taken.add(file);
  }
}

/** Where the polygons of a call are kept. */
function areaBeside(target: DataPath): DataPath {
  return parseDataPath(`${target.slice(0, target.lastIndexOf('.'))} (area).geojson`);
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? '';
}

/** `2021-01-04` as fields of tools have days. */
function asDay(text: string): string {
  return text.split('-').toReversed().join('-');
}
