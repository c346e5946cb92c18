import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { formatResource, layerReference, type DataPath, type LayerReference, type OriginKind } from '@groma/model';

/** What an origin is about: a layer, or a file of a project. */
export type OriginThing = LayerReference | { path: DataPath };

/** What was taken: a layer, a file, a table or a result. */
export interface OriginInput {
  /** Name of the tool's input, or as a statement names it. */
  input: string;
  sourceMapId: string | null;
  sourceLayerId: string | null;
  /** Path of a file. */
  sourcePath: string | null;
  /** Of a table or result that a tool took, by ids. */
  sourceReference?: string | null | undefined;
  /** What it was called then: a result is called by its query. */
  sourceName: string;
  /** Null for a table that a statement read. */
  version: number | null;
  /** The features that were taken; null for all. */
  features: number[] | null;
}

/** A block of a notebook. */
export interface OriginBlock {
  notebookId: string;
  blockId: string;
}

/** How a layer or file was made. */
export interface Origin {
  kind: OriginKind;
  /**
   * The id of a tool (`notebook:…` and `query:…` are those of people), a format, the id of a notebook or of a database.
   */
  doer: string;
  /** Of what made it; that of the product where it is left out. */
  version?: string | undefined;
  parameters: Record<string, unknown>;
  inputs: OriginInput[];
  operationId?: string | undefined;
  /** Of a tool of people: the name under which it has given this. */
  output?: string | undefined;
  /** The block of a notebook whose code made it, or asked for it. */
  block?: OriginBlock | undefined;
}

const { version: product } = createRequire(import.meta.url)('../../../package.json') as { version: string };

/** The version of what the product itself makes. */
export const productVersion: string = product;

/** The version of a table, of which nobody knows whether it has changed, and of a result, which does not. */
export const versionOfRows = 0;

/**
 * How what was taken is named: `layer:{mapId}/{layerId}`, `file:` and a path, `table:` or `result:` and ids; null for a
 * table that a statement read.
 */
export function referenceOf({
  sourceMapId,
  sourceLayerId,
  sourcePath,
  sourceReference,
}: Pick<OriginInput, 'sourceMapId' | 'sourceLayerId' | 'sourcePath' | 'sourceReference'>): string | null {
  if (sourcePath !== null) return formatResource({ kind: 'file', parts: [sourcePath] });
  if (sourceReference) return sourceReference;
  return sourceMapId === null ? null : layerReference({ mapId: sourceMapId, layerId: sourceLayerId! });
}

/** A number of 48 bits that is another one for other content. */
export function fileVersion(etag: string): number {
  return createHash('sha256').update(etag).digest().readUIntBE(0, 6);
}

/** What of a layer changes with each edit. */
export function versionOf({ newestSeq, snapshotSeq }: { newestSeq: number; snapshotSeq: number }): number {
  return Math.max(newestSeq, snapshotSeq);
}

/** Whether what was taken has changed since. What is gone has not. */
export function isStale({ version, current }: { version: number | null; current: number | null }): boolean {
  return version !== null && current !== null && current !== version;
}

/** How a layer was made by a block of a notebook; its version is that of its code. */
export function notebookOrigin({ code, ...block }: OriginBlock & { code?: string | undefined }): Origin {
  return {
    kind: 'notebook',
    doer: block.notebookId,
    version: code === undefined ? '' : createHash('sha256').update(code).digest('hex').slice(0, 12),
    parameters: code === undefined ? {} : { code },
    inputs: [],
    block,
  };
}
