import {
  downloadRequestSchema,
  errorCatalogue,
  GromaError,
  type CompositeMethod,
  type Dataset,
  type ErrorCode,
} from '@groma/model';
import type { BodyOf, dataset, SceneArea } from '@groma/protocol';
import { bandIndices } from '@groma/raster';
import { errorText } from '../../../platform/api.ts';

/** What the form of an order holds, as it is typed. */
export interface OrderFields {
  from: string;
  to: string;
  kind: 'raw' | 'processed';
  prefix: string;
  description: string;
  scale: number | null;
  mostImages: string;
  mostCloud: string;
  bands: readonly string[];
  method: CompositeMethod;
  /** `none`, the name of an index, or `formula`. */
  maths: string;
  formula: string;
  mask: 'none' | 'own' | 'bit';
  qaBand: string | null;
  bit: number | null;
  bitValue: number | null;
}

/** Where an order takes its images from, and which area it is about. */
export interface OrderPlace {
  sourceId: string;
  collection: string | null;
  area: SceneArea | null;
  areaId: string;
}

type Order = BodyOf<typeof dataset.downloadDataset>;
/** An order with its numbers as they are typed. */
type TypedOrder = Omit<Order, 'maxImages' | 'maxCloudCover' | 'useQAMask'> & {
  maxImages: string;
  maxCloudCover: string;
  useQAMask?: boolean;
};
type Picture = BodyOf<typeof dataset.visualizeDataset>;

/** Bands that are chosen at first: those of natural colours, else the one that is shown, else the first. */
export function firstBands({ bands, visual }: Dataset): string[] {
  const colours = (['red', 'green', 'blue'] as const).map((role) => bands.find((band) => band.role === role)?.name);
  if (colours.every((name) => name !== undefined)) return colours;
  return [visual?.band ?? bands[0]!.name];
}

/** The indices whose bands are all there. */
export function indicesOf({ bands }: Pick<Dataset, 'bands'>): string[] {
  const roles = new Set(bands.map(({ role }) => role));
  return bandIndices.filter((index) => index.bands.every((role) => roles.has(role))).map(({ name }) => name);
}

/** An order as it is typed; what is wrong with it is said by `orderFaults`. */
export function orderOf(entry: Dataset, fields: OrderFields, place: OrderPlace): TypedOrder {
  const scaleOf = (name: string): number =>
    entry.bands.find((band) => band.name === name)?.scale ?? entry.scale ?? fields.scale ?? 0;
  return {
    startDate: fields.from,
    endDate: fields.to,
    downloadType: fields.kind,
    datasetId: entry.id,
    ...(fields.description.trim() !== '' && { description: fields.description.trim() }),
    fileNamePrefix: fields.prefix.trim(),
    scale: fields.scale ?? 0,
    maxImages: fields.mostImages,
    maxCloudCover: fields.mostCloud,
    bands: [...fields.bands],
    bandScales: fields.bands.map(scaleOf),
    ...mathsOf(fields, 'mathematicalOperation'),
    ...maskOf(fields),
    ...(fields.kind === 'processed' && { compositeMethod: fields.method }),
    ...(place.area && { clipGeometry: collectionOf(place.area) }),
    clipGeometryId: place.area ? place.areaId : '',
    ...sourceOf(place),
  };
}

/** An order without faults as it is sent. */
export function readOrder({ source_id, collection, ...typed }: TypedOrder): Order {
  return {
    ...downloadRequestSchema.parse(typed),
    ...(source_id !== undefined && { source_id }),
    ...(collection !== undefined && { collection }),
  };
}

/** The same as a picture that is made while it is drawn. */
export function pictureOf(fields: OrderFields, place: OrderPlace): Picture {
  const clouds = Number(fields.mostCloud);
  return {
    startDate: fields.from,
    endDate: fields.to,
    bands: [...fields.bands],
    ...(place.area && { clipGeometry: collectionOf(place.area), clipGeometryId: place.areaId }),
    ...mathsOf(fields, 'compositeBand'),
    ...maskOf(fields),
    compositeMethod: fields.method,
    ...(fields.scale !== null && { scale: fields.scale }),
    ...(fields.mostCloud.trim() !== '' && Number.isFinite(clouds) && { maxCloudCover: clouds }),
    ...sourceOf(place),
  };
}

/** What is wrong with an order, by field, in the language of the page. */
export function orderFaults(order: TypedOrder): Partial<Record<keyof TypedOrder, string>> {
  const { error } = downloadRequestSchema.safeParse(order);
  const faults: Partial<Record<string, string>> = {};
  for (const { path, message } of error?.issues ?? []) faults[String(path[0])] ??= translated(message);
  return faults;
}

/** The schema says its messages in English. */
function translated(message: string): string {
  const [code] =
    Object.entries(errorCatalogue).find(([name, each]) => name.startsWith('DATASET_') && each.message === message) ??
    [];
  return code === undefined ? message : errorText(new GromaError(code as ErrorCode));
}

function mathsOf<Name extends string>({ maths, formula }: OrderFields, name: Name): Partial<Record<Name, string>> {
  const text = maths === 'formula' ? formula.trim() : maths === 'none' ? '' : maths;
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
}

function maskOf({
  mask,
  qaBand,
  bit,
  bitValue,
}: OrderFields): Pick<TypedOrder, 'useQAMask' | 'QA_band' | 'bit' | 'bitValue'> {
  if (mask === 'none') return {};
  if (mask === 'own') return { useQAMask: true };
  return {
    useQAMask: true,
    ...(qaBand !== null && { QA_band: qaBand }),
    ...(bit !== null && { bit }),
    ...(bitValue !== null && { bitValue }),
  };
}

function sourceOf({ sourceId, collection }: OrderPlace): Pick<Order, 'source_id' | 'collection'> {
  return { source_id: sourceId, ...(collection !== null && { collection }) };
}

function collectionOf(area: SceneArea): NonNullable<Order['clipGeometry']> {
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: area }] };
}
