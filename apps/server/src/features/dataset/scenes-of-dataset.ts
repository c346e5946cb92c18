import { GromaError, type Dataset, type ProjectId } from '@groma/model';
import type { Scene, SceneBox } from '@groma/protocol';
import { readCatalogue } from './catalogue.ts';
import type { SceneFinder } from './find-scenes.ts';
import type { SceneSources } from './scene-sources.ts';

const pageOf = 100;

interface WantedScenes {
  projectId: ProjectId;
  /** Its id, name or address. */
  source: string;
  /** The id or name of an entry of the catalogue, or a collection of the source. */
  dataset: string;
  box: SceneBox;
  /** Days, both counted. */
  from: string | undefined;
  to: string | undefined;
  /** Percent. */
  mostCloud: number | undefined;
  most: number;
}

/**
 * The newest scenes of a data set that meet a box, page by page, and the entry that says what their bands are.
 * @throws GromaError NOT_FOUND for a source that is not there; STAC_UNREACHABLE, STAC_UNREADABLE
 */
export async function scenesOfDataset(
  { sources, finder }: { sources: SceneSources; finder: SceneFinder },
  { projectId, source: named, dataset, most, ...query }: WantedScenes,
  signal: AbortSignal,
): Promise<{ scenes: Scene[]; entry: Dataset | null }> {
  const [all, entries] = await Promise.all([sources.list(projectId), readCatalogue()]);
  const isCalled = (...names: string[]): boolean => names.some((name) => name.toLowerCase() === named.toLowerCase());
  const source = all.find(({ id, name, address }) => isCalled(id, name, address));
  if (!source) throw new GromaError('NOT_FOUND', { noun: 'source' });
  const known = entries.find(({ id, name }) => id === dataset || name.toLowerCase() === dataset.toLowerCase());
  const collection = (known && collectionIn(known, source.id)) ?? known?.id ?? dataset;
  const entry =
    known ??
    entries.find((each) => collectionIn(each, source.id) === collection) ??
    entries.find(({ access }) => access.some((each) => 'stac' in each && each.collection === collection)) ??
    null;
  const scenes: Scene[] = [];
  for (let page: string | undefined; scenes.length < most;) {
    const asked = { ...query, collections: [collection], limit: Math.min(pageOf, most - scenes.length) };
    // Each page says where the next one is.
    // oxlint-disable-next-line no-await-in-loop
    const found = await finder.search({ projectId, source, signal }, asked, page);
    scenes.push(...found.scenes);
    if (found.next === null) break;
    page = found.next;
  }
  return { scenes: scenes.slice(0, most), entry };
}

function collectionIn({ access }: Dataset, sourceId: string): string | undefined {
  const found = access.find((each) => 'stac' in each && each.stac === sourceId);
  return found && 'stac' in found ? found.collection : undefined;
}
