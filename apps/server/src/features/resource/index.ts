import { GromaError, parseResource, type DataKind, type ProjectId, type UserId } from '@groma/model';
import { resource, type ResourceDescription, type ResourceEntry } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { fileSource, type DescribeFile } from './file-source.ts';
import { layerSource, type DescribeLayer } from './layer-source.ts';
import type { ReadBands } from './band-columns.ts';
import type { Described, ResourceSource } from './resource-source.ts';
import { resultSource, type ListResults } from './result-source.ts';
import { tableSource, type KnownDatabase } from './table-source.ts';

/** Most entries of one list. */
const most = 100;

/** What names of data need of other features, through main. */
export interface ResourceNeeds {
  describeLayer: DescribeLayer;
  describeFile: DescribeFile;
  /** What the bands of a raster are called: of a file of the project by its path, or at an address. */
  readBands: ReadBands;
  listDatabases: (projectId: ProjectId) => Promise<KnownDatabase[]>;
  listResults: ListResults;
}

/** What names of data offer to other features, through main. */
export interface ResourceFeature extends Feature {
  /**
   * The reference, by ids, of what a name stands for.
   * @throws GromaError NOT_FOUND, BAD_INPUT where several have the name
   */
  settle(asked: { projectId: ProjectId; userId: UserId }, name: string, signal: AbortSignal): Promise<string>;
}

/** Names of data: what a project has under them, and what each stands for. */
export function createResourceFeature(platform: Platform, needs: ResourceNeeds): ResourceFeature {
  const sources = [
    layerSource(platform, needs.describeLayer, needs.readBands),
    fileSource(platform, needs.describeFile, needs.readBands),
    tableSource(needs.listDatabases),
    resultSource(needs.listResults),
  ];
  const readable = async (
    kinds: readonly DataKind[],
    projectId: ProjectId,
    userId: UserId,
  ): Promise<ResourceSource[]> => {
    const may = await Promise.all(
      sources.map(({ subject }) =>
        platform.access.require(userId, projectId, 'read', subject).then(
          () => true,
          () => false,
        ),
      ),
    );
    return sources.filter((source, at) => may[at] && source.kinds.some((kind) => kinds.includes(kind)));
  };
  const find = async (
    asked: { projectId: ProjectId; userId: UserId; endings: readonly string[] },
    name: string,
    signal: AbortSignal,
  ): Promise<Described> => {
    const wanted = parseResource(name);
    if (!wanted) throw new GromaError('BAD_INPUT', { detail: `name: “${name}” is no name of data.` });
    const found = (
      await Promise.all(
        (await readable([wanted.kind], asked.projectId, asked.userId)).map((source) =>
          source.find(asked, wanted, signal),
        ),
      )
    ).flat();
    const [one, other] = found;
    if (!one) throw new GromaError('NOT_FOUND', { noun: wanted.kind });
    if (other)
      throw new GromaError('BAD_INPUT', {
        detail: `name: several have the name “${name}”. Use one of ${found.map(({ entry }) => entry.reference).join(', ')}.`,
      });
    return one;
  };
  return {
    async settle(asked, name, signal) {
      return (await find({ ...asked, endings: [] }, name, signal)).entry.reference;
    },
    routes: [
      route(resource.listResources, async ({ projectId, query: { query, kinds, endings }, user }) => {
        const words = query.split(/\s+/).filter(Boolean);
        const found = await Promise.all(
          (await readable(kinds, projectId, user.id)).map((source) =>
            source.list({ projectId, userId: user.id, endings }, words, most + 1),
          ),
        );
        const entries = found.flat().filter(({ kind }) => kinds.includes(kind));
        return { data: evenly(entries, kinds), is_cut: entries.length > most };
      }),
      route(resource.readResource, async ({ projectId, query: { name, endings }, user, signal }) => {
        const one = await find({ projectId, userId: user.id, endings }, name, signal);
        const data: ResourceDescription = { ...one.entry, ...(await one.describe()) };
        return { data };
      }),
    ],
  };
}

/** Some of each kind, so that a thousand files leave room for a table. */
function evenly(entries: readonly ResourceEntry[], kinds: readonly DataKind[]): ResourceEntry[] {
  if (entries.length <= most) return [...entries];
  const groups = kinds.map((kind) => entries.filter((entry) => entry.kind === kind));
  const chosen = new Set<ResourceEntry>();
  for (let place = 0; chosen.size < most; place++)
    for (const group of groups) {
      const entry = group[place];
      if (entry && chosen.size < most) chosen.add(entry);
    }
  return entries.filter((entry) => chosen.has(entry));
}
