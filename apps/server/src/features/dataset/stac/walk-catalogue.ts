import type { Scene } from '@groma/protocol';
import { GromaError } from '@groma/model';
import { boxOf, overlaps } from './footprint.ts';
import { isObject, listOf, textOf, type JsonObject } from './json.ts';
import { linksOf, type Location } from './locations.ts';
import { readScene } from './read-scene.ts';
import { isClear, newestFirst, type SceneQuery } from './scene-search.ts';
import type { StacDocuments, StacReading } from './stac-documents.ts';

/** Documents of one walk, how many are read at once, and how deep they lie. */
const mostDocuments = 2_000;
const mostScenes = 5_000;
const atOnce = 8;
const deepest = 16;
/** Milliseconds of one walk. */
const longestMs = 45_000;

export interface Walked {
  scenes: Scene[];
  collections: { document: JsonObject; base: Location }[];
  skipped: number;
  /** There is more than one walk reads. */
  isCut: boolean;
}

interface Step {
  location: Location;
  depth: number;
  collection: string | null;
  document?: JsonObject;
}

/**
 * Reads a static catalogue from one of its documents on, level by level, each document once. A document that cannot be
 * read is counted, and those below it are missing.
 * @throws the reason of the signal
 */
export async function walkCatalogue(
  documents: StacDocuments,
  start: { location: Location; document: JsonObject },
  wanted: { collections: readonly string[]; items: boolean },
  reading: StacReading & { mark: (location: Location) => string },
): Promise<Walked> {
  const walked: Walked = { scenes: [], collections: [], skipped: 0, isCut: false };
  const seen = new Set([start.location]);
  const end = performance.now() + longestMs;
  let level: Step[] = [{ ...start, depth: 0, collection: null }];
  const take = async (step: Step): Promise<Step[]> => {
    const { location, collection } = step;
    const document = step.document ?? (await documents.read(location, reading));
    if (document['type'] === 'Feature' || document['type'] === 'FeatureCollection') {
      const items = document['type'] === 'Feature' ? [document] : listOf(document['features'], isObject);
      for (const item of items) {
        const scene = readScene(item, { base: location, collection, mark: reading.mark });
        if (!scene) walked.skipped++;
        else if (isWanted(scene.collection, wanted.collections)) walked.scenes.push(scene);
      }
      return [];
    }
    const isCollection = document['type'] === 'Collection';
    const id = isCollection ? textOf(document['id'], 300) : null;
    if (isCollection) walked.collections.push({ document, base: location });
    // Collections may lie below others.
    const takesItems = wanted.items && (id === null || isWanted(id, wanted.collections));
    const links = linksOf(document, location, 'child', ...(takesItems ? ['item', 'items'] : []));
    return links.map((link) => ({ location: link.location, depth: step.depth + 1, collection: id ?? collection }));
  };
  while (level.length > 0 && !walked.isCut) {
    const next: Step[] = [];
    for (let at = 0; at < level.length && !walked.isCut; at += atOnce) {
      reading.signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop
      const found = await Promise.all(
        level.slice(at, at + atOnce).map((step) =>
          take(step).catch((error: unknown) => {
            reading.signal.throwIfAborted();
            if (!(error instanceof GromaError)) throw error;
            walked.skipped++;
            return [];
          }),
        ),
      );
      for (const step of found.flat()) {
        if (seen.has(step.location)) continue;
        if (step.depth > deepest || seen.size >= mostDocuments) walked.isCut = true;
        else {
          seen.add(step.location);
          next.push(step);
        }
      }
      if (performance.now() > end || walked.scenes.length > mostScenes) walked.isCut = true;
    }
    level = next;
  }
  return walked;
}

function isWanted(collection: string | null, wanted: readonly string[]): boolean {
  return wanted.length === 0 || (collection !== null && wanted.includes(collection));
}

/** Those of a static catalogue that were asked for, the newest first. */
export function chooseScenes(scenes: readonly Scene[], { box, area, from, to, mostCloud }: SceneQuery): Scene[] {
  const place = box ?? (area && boxOf(area));
  return newestFirst(
    scenes.filter((scene) => {
      // A scene that does not say when or where it is may be the one.
      const first = scene.time?.slice(0, 10);
      const last = (scene.ends ?? scene.time)?.slice(0, 10);
      if (from !== undefined && last !== undefined && last < from) return false;
      if (to !== undefined && first !== undefined && first > to) return false;
      if (place && scene.box && !overlaps(place, scene.box)) return false;
      return isClear(scene, mostCloud);
    }),
  );
}
