import { baseName } from '@groma/model';
import type { TreeRow, TreeRows } from '@groma/ui';
import type { FileEntry } from '../entry/file-calls.ts';
import { folderOf, type FileNode } from '../entry/file-path.ts';
import { entryAt, placeOf, type FolderWindow } from '../folder/folder-window.ts';

/** What the rows are made of: the folders that were read, which are open, and what is being read or failed. */
export interface TreeModel {
  root: string;
  windows: ReadonlyMap<string, FolderWindow>;
  open: ReadonlySet<string>;
  failures: ReadonlyMap<string, string>;
  reading: ReadonlySet<string>;
  /** What was cut and not yet pasted. */
  cut: ReadonlySet<string>;
}

/** One open folder: where its rows begin, and which of its entries are open folders themselves. */
interface Segment {
  path: string;
  depth: number;
  window: FolderWindow;
  start: number;
  length: number;
  children: { at: number; segment: Segment }[];
}

/** Stands between a folder and a place in it, in ids of entries that are not read; no name can hold it. */
const pendingMark = '\0';

/** The rows of open folders without making a list of them: a folder of 100,000 entries costs what is looked at. */
export interface FileTreeRows extends TreeRows<FileNode> {
  /** Which entries of which folders stand from one row to another. */
  spans(first: number, last: number): { path: string; first: number; last: number }[];
}

export function fileTreeRows(
  model: TreeModel,
  readIds?: (first: number, last: number) => Promise<readonly string[]>,
): FileTreeRows {
  const segments = new Map<string, Segment>();
  const rootSegment = segmentOf(model, model.root, 0, 0, segments);
  const at = (index: number) =>
    rootSegment && index >= 0 && index < rootSegment.length ? rowAt(model, rootSegment, index) : undefined;
  return {
    length: rootSegment?.length ?? 0,
    at,
    indexOf: (id) => rowIndexOf(segments, id),
    spans: (first, last) => (rootSegment ? spansOf(rootSegment, first, last) : []),
    ...(readIds && { ids: readIds }),
  };
}

function segmentOf(
  model: TreeModel,
  path: string,
  depth: number,
  start: number,
  segments: Map<string, Segment>,
): Segment | undefined {
  const window = model.windows.get(path);
  if (!window) return undefined;
  const segment: Segment = { path, depth, window, start, length: window.total, children: [] };
  segments.set(path, segment);
  for (const { at, child } of openChildren(model, path, window)) {
    const before = segment.length - window.total;
    const inner = segmentOf(model, child, depth + 1, start + at + before + 1, segments);
    if (!inner) continue;
    segment.children.push({ at, segment: inner });
    segment.length += inner.length;
  }
  return segment;
}

function openChildren(model: TreeModel, path: string, window: FolderWindow): { at: number; child: string }[] {
  return [...model.open]
    .filter((child) => folderOf(child) === path && child !== path)
    .map((child) => ({ child, at: placeOf(window, child) }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at);
}

/**
 * Goes down to the segment that holds a row, counted from the segment's first; `inside` gets the segment and the entry.
 */
function find<Found>(segment: Segment, row: number, inside: (segment: Segment, entry: number) => Found): Found {
  let inner = 0;
  for (const child of segment.children) {
    const own = child.at + inner;
    if (row <= own) break;
    if (row <= own + child.segment.length) return find(child.segment, row - own - 1, inside);
    inner += child.segment.length;
  }
  return inside(segment, row - inner);
}

function rowAt(model: TreeModel, rootSegment: Segment, index: number): TreeRow<FileNode> {
  return find(rootSegment, index, (segment, place) => {
    const entry = entryAt(segment.window, place);
    const node = entry ? nodeOf(model, entry) : pendingNode(segment.path, place);
    return {
      node,
      depth: segment.depth,
      parentId: segment.depth === 0 ? null : segment.path,
      position: place + 1,
      siblings: segment.window.total,
      isExpandable: node.isDir,
      isExpanded: node.isDir && model.open.has(node.id),
    };
  });
}

/** An entry as a row, with what is known of its folder. */
export function nodeOf(
  { failures, reading, windows, open, cut }: Pick<TreeModel, 'failures' | 'reading' | 'windows' | 'open' | 'cut'>,
  { path, isDir, bytes, size, lastModified, parts }: FileEntry,
): FileNode {
  const failure = isDir && open.has(path) ? failures.get(path) : undefined;
  return {
    id: path,
    name: baseName(path),
    isDir,
    bytes,
    size,
    lastModified,
    ...(parts && { parts }),
    isExpandable: isDir,
    ...(isDir && reading.has(path) && !windows.has(path) && { loading: true }),
    ...(failure !== undefined && { failure }),
    ...(cut.has(path) && { isFaint: true }),
  };
}

function pendingNode(folder: string, place: number): FileNode {
  return {
    id: `${folder}${pendingMark}${place}`,
    name: '',
    isDir: false,
    bytes: null,
    size: null,
    lastModified: '',
    isExpandable: false,
    isPending: true,
  };
}

function rowIndexOf(segments: ReadonlyMap<string, Segment>, id: string): number {
  const [folder, pending] = id.split(pendingMark);
  const segment = segments.get(pending === undefined ? folderOf(id) : (folder ?? ''));
  if (!segment) return -1;
  const place = pending === undefined ? placeOf(segment.window, id) : Number(pending);
  if (place < 0 || place >= segment.window.total) return -1;
  const inner = segment.children.filter(({ at }) => at < place).reduce((sum, child) => sum + child.segment.length, 0);
  return segment.start + place + inner;
}

function spansOf(segment: Segment, first: number, last: number): { path: string; first: number; last: number }[] {
  const from = Math.max(first, segment.start);
  const to = Math.min(last, segment.start + segment.length - 1);
  if (from > to) return [];
  const entries = [from, to].map((row) => entryBefore(segment, row - segment.start));
  return [
    { path: segment.path, first: entries[0] ?? 0, last: entries[1] ?? 0 },
    ...segment.children.flatMap((child) => spansOf(child.segment, first, last)),
  ];
}

/** The last entry of the segment itself at or before a row of it. */
function entryBefore(segment: Segment, row: number): number {
  let inner = 0;
  for (const child of segment.children) {
    const own = child.at + inner;
    if (row <= own) break;
    if (row <= own + child.segment.length) return child.at;
    inner += child.segment.length;
  }
  return row - inner;
}
