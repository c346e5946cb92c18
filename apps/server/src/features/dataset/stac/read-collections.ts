import type { SceneCollection } from '@groma/protocol';
import { isObject, listOf, textOf, type JsonObject } from './json.ts';
import { linksOf, type Location } from './locations.ts';
import { serviceOf } from './search-service.ts';
import type { StacDocuments, StacReading } from './stac-documents.ts';
import { walkCatalogue } from './walk-catalogue.ts';

const mostPages = 10;
const mostCollections = 1_000;

/** The collections of a source, of which its first document is known. @throws as `StacDocuments.read` */
export async function readCollections(
  documents: StacDocuments,
  { location, document }: { location: Location; document: JsonObject },
  reading: StacReading,
): Promise<{ collections: SceneCollection[]; isCut: boolean }> {
  const service = serviceOf(document, location);
  if (service && service.collection === null) return ofService(documents, { location, document }, reading);
  const walked =
    document['type'] === 'Collection'
      ? { collections: [{ document }], isCut: false }
      : await walkCatalogue(
          documents,
          { location, document },
          { collections: [], items: false },
          { ...reading, mark: (each) => each },
        );
  return {
    collections: walked.collections.flatMap((each) => readCollection(each.document)),
    isCut: walked.isCut,
  };
}

async function ofService(
  documents: StacDocuments,
  { location, document }: { location: Location; document: JsonObject },
  reading: StacReading,
): Promise<{ collections: SceneCollection[]; isCut: boolean }> {
  const collections: SceneCollection[] = [];
  let page = linksOf(document, location, 'data')[0]?.location ?? `${location.replace(/\/$/, '')}/collections`;
  for (let read = 1; ; read++) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await documents.read(page, reading);
    collections.push(...listOf(answer['collections'], isObject).flatMap(readCollection));
    const next = linksOf(answer, page, 'next')[0]?.location;
    if (next === undefined || next === page) return { collections, isCut: false };
    if (read === mostPages || collections.length >= mostCollections) return { collections, isCut: true };
    page = next;
  }
}

function readCollection(document: JsonObject): SceneCollection[] {
  const id = textOf(document['id'], 300);
  if (id === null) return [];
  const extent = isObject(document['extent']) ? document['extent'] : {};
  const temporal = isObject(extent['temporal']) ? extent['temporal'] : {};
  const [interval] = listOf(temporal['interval'], Array.isArray);
  return [
    {
      id,
      title: textOf(document['title'], 300) ?? id,
      description: textOf(document['description'], 2_000) ?? '',
      licence: textOf(document['license'], 200),
      from: textOf(interval?.[0], 40),
      to: textOf(interval?.[1], 40),
    },
  ];
}
