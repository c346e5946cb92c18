import {
  featureTest,
  isTemporal,
  type Column,
  type Geometry,
  type LayerFeature,
  type SimpleGeometry,
} from '@groma/geo';
import type { LayerFilter } from '@groma/model';
import { readExchange } from '../../import/exchange-file.ts';
import { EditedLayer } from '../edited-layer.ts';
import { JoinedFeatures } from '../joined-features.ts';
import type { ReadBytes } from '../snapshot-part.ts';
import type { WriteFeatures, WriteProgress } from '../worker-tasks.ts';
import type { FeatureWriter, WriterRequest } from './feature-writer.ts';
import { FORMAT_HOLDS } from './format-holds-table.ts';
import { LossWatch } from './loss-watch.ts';
import { writeCsv } from './write-csv.ts';
import { ExchangeWriter } from './write-exchange.ts';
import { writeGeoJson } from './write-geojson.ts';
import { writeGeoParquet } from './write-geoparquet.ts';

const stepFeatures = 2_000;

/** Writes features into a file, saying from time to time how many. It blocks its thread between those times. */
export async function* writeFeatures(request: WriteFeatures, read: ReadBytes): AsyncGenerator<Uint8Array> {
  const { source } = request;
  const layer = 'layer' in source ? new EditedLayer(source.layer, source.log, read) : null;
  const own = layer
    ? layer.overlay.columns.map(({ name, type }) => ({ name, type }))
    : [...(source as { columns: readonly Column[] }).columns];
  const joined = await JoinedFeatures.read(own, 'joins' in source ? (source.joins ?? []) : [], read);
  const columns = [...own, ...joined.columns];
  const features = layer
    ? chosen(layer, joined, source as { fids: number[] | null; filter?: LayerFilter })
    : exchanged(source as { exchange: string; columns: readonly Column[] });
  const watch = request.form === 'exchange-to-return' ? null : new LossWatch(FORMAT_HOLDS[request.format], columns);
  const writer = writerOf({ ...request, columns, isTable: layer !== null && isTable(layer) }, watch);
  let count = 0;
  try {
    for await (const feature of features) {
      watch?.look(feature);
      writer.add(feature);
      if (++count % stepFeatures === 0) yield said({ count });
    }
    writer.finish();
  } finally {
    writer.close();
  }
  const tables = writer instanceof ExchangeWriter ? [...writer.tables.values()] : [];
  yield said({
    count,
    done: {
      columns,
      names: writer instanceof ExchangeWriter ? [...writer.names] : columns.map(({ name }) => name),
      tables,
      losses: watch?.losses ?? [],
    },
  });
}

function writerOf(request: WriterRequest & Pick<WriteFeatures, 'form'>, watch: LossWatch | null): FeatureWriter {
  const asText = watch?.asText ?? new Set<string>();
  switch (request.form) {
    case 'geojson':
      return writeGeoJson(request);
    case 'csv':
      return writeCsv(request);
    case 'geoparquet':
      return writeGeoParquet(request);
    case 'exchange':
      return new ExchangeWriter({ ...request, splitsKinds: false, asText });
    case 'exchange-to-return':
      return new ExchangeWriter({
        ...request,
        splitsKinds: false,
        asText: new Set(
          request.columns.filter(({ type }) => isTemporal(type) || type === 'number').map(({ name }) => name),
        ),
      });
    case 'exchange-by-kind':
      return new ExchangeWriter({ ...request, splitsKinds: true, asText });
  }
}

/** Whether no feature of a layer has a place; of a layer without features nobody knows. */
function isTable({ state: { manifest }, overlay }: EditedLayer): boolean {
  const parts = manifest.parts.filter(({ rows }) => rows > 0);
  const added = [...overlay.added.values()];
  return (
    parts.length + added.length > 0 &&
    parts.every(({ kind }) => kind === 'none') &&
    added.every(({ geometry }) => geometry === null)
  );
}

async function* chosen(
  layer: EditedLayer,
  joined: JoinedFeatures,
  { fids, filter = [] }: { fids: number[] | null; filter?: LayerFilter },
): AsyncGenerator<LayerFeature> {
  const wanted = fids && new Set(fids);
  const isShown = featureTest(filter, [...layer.overlay.columns, ...joined.columns]);
  for await (const own of layer.allFeatures()) {
    if (wanted && !wanted.has(own.fid)) continue;
    const feature = joined.complete(own);
    if (isShown?.(feature.properties) !== false) yield feature;
  }
}

function* exchanged({ exchange, columns }: { exchange: string; columns: readonly Column[] }): Generator<LayerFeature> {
  let fid = 0;
  for (const { geometry, properties } of readExchange(exchange, [...columns], new AbortController().signal))
    yield { fid: ++fid, geometry: simple(geometry), properties };
}

function simple(geometry: Geometry | null): SimpleGeometry | null {
  return geometry?.type === 'GeometryCollection' ? null : geometry;
}

function said(progress: WriteProgress): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(progress));
}
