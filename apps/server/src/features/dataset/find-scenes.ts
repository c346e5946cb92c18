import { GromaError, type ProjectId } from '@groma/model';
import type { Scene, SceneCollection } from '@groma/protocol';
import { markForSigning } from './address-signer.ts';
import type { FoundSource } from './scene-sources.ts';
import type { SealedTexts } from './sealed-text.ts';
import { isObject, isText, listOf, textOf, type JsonObject } from './stac/json.ts';
import { isPath, linksOf, type Location } from './stac/locations.ts';
import { readCollections } from './stac/read-collections.ts';
import type { SceneQuery } from './stac/scene-search.ts';
import { searchService, serviceOf, type ServicePage } from './stac/search-service.ts';
import type { StacDocuments, StacReading } from './stac/stac-documents.ts';
import { chooseScenes, walkCatalogue, type Walked } from './stac/walk-catalogue.ts';

/** How long the first document of a source, and what was found in a static catalogue, is taken to be what it was. */
const keptMs = 5 * 60_000;
const mostKept = 32;

/** Who looks for scenes, and in what. */
interface Looking {
  projectId: ProjectId;
  source: FoundSource;
  signal: AbortSignal;
}

export interface FoundPage {
  scenes: Scene[];
  next: string | null;
  total: number | null;
  skipped: number;
  isCut: boolean;
}

/** Looks for scenes in services, static catalogues and folders, which differ for nobody else. */
export class SceneFinder {
  readonly #documents: StacDocuments;
  readonly #sealed: SealedTexts;
  readonly #landings = new Map<string, { document: JsonObject; until: number }>();
  readonly #walks = new Map<string, { walked: Walked; until: number }>();

  constructor(documents: StacDocuments, sealed: SealedTexts) {
    this.#documents = documents;
    this.#sealed = sealed;
  }

  /**
   * What a source calls itself.
   * @throws GromaError STAC_UNREADABLE where it is no STAC; as `StacDocuments.read`
   */
  async check(projectId: ProjectId, location: Location, signal: AbortSignal): Promise<string | null> {
    const name = isPath(location) ? location : new URL(location).host;
    const document = await this.#documents.read(location, { name, projectId, signal });
    const { type } = document;
    const isStac =
      type === 'Feature' || type === 'FeatureCollection'
        ? type === 'FeatureCollection' || isObject(document['assets'])
        : ['Catalog', 'Collection'].includes(String(type)) ||
          document['stac_version'] !== undefined ||
          listOf(document['conformsTo'], isText).length > 0;
    if (!isStac)
      throw new GromaError('STAC_UNREADABLE', {
        name,
        detail: 'this is no STAC service, catalogue, collection or item.',
      });
    return textOf(document['title'], 100) ?? textOf(document['id'], 100);
  }

  /** @throws as `StacDocuments.read` */
  async collections({
    projectId,
    source,
    signal,
  }: Looking): Promise<{ collections: SceneCollection[]; isCut: boolean }> {
    const reading = { name: source.name, projectId, signal };
    const document = await this.#landing(source, reading);
    return readCollections(this.#documents, { location: source.address, document }, reading);
  }

  /**
   * A page of scenes.
   * @throws GromaError BAD_INPUT for a page that is of no search; as `StacDocuments.read`
   */
  async search(looking: Looking, query: SceneQuery, sealedPage: string | undefined): Promise<FoundPage> {
    const { projectId, source, signal } = looking;
    const kind = `page ${source.id}`;
    const text = sealedPage === undefined ? null : this.#sealed.open(projectId, kind, sealedPage);
    if (sealedPage !== undefined && text === null)
      throw new GromaError('BAD_INPUT', { detail: 'page: this is the page of no search.' });
    const page = text === null ? undefined : (JSON.parse(text) as ServicePage | { offset: number });
    const mark = markOf(source);
    const reading = { name: source.name, projectId, signal, mark };
    const document = await this.#landing(source, reading);
    const service = serviceOf(document, source.address);
    const found = service
      ? await searchService(this.#documents, service, query, reading, page as ServicePage | undefined)
      : await this.#searchStatic(looking, document, query, reading, (page as { offset: number } | undefined)?.offset);
    return {
      ...found,
      scenes: found.scenes.map((scene) => ({
        ...scene,
        thumbnail: scene.thumbnail && this.#sealed.seal(projectId, 'thumbnail', scene.thumbnail),
      })),
      next: found.next && this.#sealed.seal(projectId, kind, JSON.stringify(found.next)),
    };
  }

  async #searchStatic(
    { projectId, source }: Looking,
    document: JsonObject,
    query: SceneQuery,
    reading: StacReading & { mark: (location: Location) => string },
    offset = 0,
  ) {
    const key = [projectId, source.address, ...query.collections].join('\n');
    const known = this.#walks.get(key);
    const walked =
      known && known.until > performance.now()
        ? known.walked
        : await walkCatalogue(
            this.#documents,
            { location: source.address, document },
            { collections: query.collections, items: true },
            reading,
          );
    // Files of the project change under people's hands.
    if (!isPath(source.address)) keep(this.#walks, key, { walked, until: performance.now() + keptMs });
    const scenes = chooseScenes(walked.scenes, query);
    const end = offset + query.limit;
    return {
      scenes: scenes.slice(offset, end),
      next: end < scenes.length ? { offset: end } : null,
      total: walked.isCut ? null : scenes.length,
      skipped: offset === 0 ? walked.skipped : 0,
      isCut: walked.isCut,
    };
  }

  async #landing(source: FoundSource, reading: StacReading): Promise<JsonObject> {
    if (isPath(source.address)) return this.#documents.read(source.address, reading);
    const known = this.#landings.get(source.address);
    if (known && known.until > performance.now()) return known.document;
    const document = await this.#withConformance(await this.#documents.read(source.address, reading), source, reading);
    keep(this.#landings, source.address, { document, until: performance.now() + keptMs });
    return document;
  }

  /** Some say what they can do in a document of its own. */
  async #withConformance(document: JsonObject, { address }: FoundSource, reading: StacReading): Promise<JsonObject> {
    if (document['conformsTo'] !== undefined) return document;
    const [link] = linksOf(document, address, 'conformance');
    if (!link) return document;
    const { conformsTo } = await this.#documents.read(link.location, reading).catch((error: unknown): JsonObject => {
      reading.signal.throwIfAborted();
      if (error instanceof GromaError) return {};
      throw error;
    });
    return { ...document, conformsTo };
  }
}

/** How the address of a file of a source stands in a layer. */
function markOf({ signingAddress: signer, signedHosts }: FoundSource): (location: Location) => string {
  return (location) =>
    signer !== null && !isPath(location) && new URL(location).hostname.endsWith(signedHosts)
      ? markForSigning(location, signer)
      : location;
}

/** Puts what is newest last, and lets the oldest go. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest);
}
