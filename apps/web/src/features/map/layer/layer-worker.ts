import type { VectorUpdate } from '@groma/geo';
import { filterKey } from '@groma/model';
import { drawChart } from './chart/draw-chart.ts';
import { buffersOf, type DrawBatch } from './draw-batch.ts';
import type { LayerEvent, LayerQuestions, Question, WorkerReply, WorkerRequest } from './layer-messages.ts';
import { ungroupedColumns } from './column-formats.ts';
import type { BatchClasses } from './classing.ts';
import { joinShare, proposeJoin } from './join-share.ts';
import { LayerColumns } from './layer-columns.ts';
import { LayerRows } from './layer-rows.ts';
import type { PointGroups } from './point-groups.ts';
import { isBeside } from './sized-pick.ts';
import { writeCsv } from './write-csv.ts';
import { SnapshotPieces, SnapshotRefused } from './snapshot-pieces.ts';

/** Reads layers, prepares them for drawing and answers for their rows, off the thread that draws. */
interface Reading {
  rows: LayerRows;
  columns: LayerColumns;
  groups: Promise<PointGroups> | null;
  pieces: SnapshotPieces;
  abort: AbortController;
  /** Nothing is left to read; until then nothing is joined to it. */
  isWhole: boolean;
}

const layers = new Map<string, Reading>();
const leastProgressMs = 80;
/** Positions of a shape that is marked under the pointer; a larger one is not sent about. */
const mostMarked = 20_000;

function tell(event: LayerEvent, transfer: ArrayBuffer[] = []): void {
  postMessage(event satisfies WorkerReply, { transfer });
}

function postDrawn(
  layerId: string,
  drawn: DrawBatch[],
  removed: string[],
  classes: Record<string, BatchClasses> | null,
): void {
  if (drawn.length > 0 || removed.length > 0)
    tell({ event: 'drawn', layerId, drawn, removed, classes }, [...drawn.flatMap(buffersOf), ...classBuffers(classes)]);
}

function classBuffers(classes: Record<string, BatchClasses> | null): ArrayBuffer[] {
  return Object.values(classes ?? {}).flatMap((each) =>
    [each.classes, each.signs, each.sizes].flatMap((bytes) => (bytes ? [bytes.buffer] : [])),
  );
}

/** Shapes are made for who asks, so they are handed over. */
function shapeBuffers(made: LayerQuestions['shapes']['answer']): ArrayBuffer[] {
  return made.flatMap(({ shape: { positions, triangles, edges } }) =>
    [positions, triangles, edges].flatMap((array) => (array ? [array.buffer] : [])),
  );
}

function readingOf(layerId: string): Reading {
  const found = layers.get(layerId);
  if (!found) throw new Error('The layer is not read.');
  return found;
}

const rowsOf = (layerId: string): LayerRows => readingOf(layerId).rows;
const columnsOf = (layerId: string): LayerColumns => readingOf(layerId).columns;

/** With the index of clusters, which most layers do without. */
function groupsOf(layerId: string): Promise<PointGroups> {
  const reading = readingOf(layerId);
  reading.groups ??= import('./point-groups.ts').then(
    ({ PointGroups: Groups }) => new Groups(reading.rows, reading.columns),
  );
  return reading.groups;
}

async function load(layerId: string, { sight, ...source }: LayerQuestions['load']['ask']): Promise<void> {
  layers.get(layerId)?.abort.abort();
  const abort = new AbortController();
  const rows = new LayerRows(source.manifest);
  const columns = new LayerColumns(rows);
  const pieces = new SnapshotPieces(source, abort.signal);
  layers.set(layerId, { rows, columns, groups: null, pieces, abort, isWhole: false });
  tell({ event: 'began', layerId });
  await see(layerId, { sight: sight ?? null });
}

async function see(layerId: string, { sight }: LayerQuestions['see']['ask']): Promise<void> {
  const reading = readingOf(layerId);
  const { rows, columns, pieces } = reading;
  const wanted = pieces.wanted(sight);
  if (wanted.batches === 0) return saw(layerId, reading);
  const draw = (drawn: DrawBatch[]) => {
    if (drawn.length > 0) postDrawn(layerId, drawn, [], columns.classesOf(drawn.map(({ id }) => id)));
  };
  for await (const batch of pieces.read(wanted, progressOf(layerId, wanted.bytes))) draw(rows.add(batch));
  draw(rows.finish());
  saw(layerId, reading);
}

function saw(layerId: string, reading: Reading): void {
  const isDone = !reading.isWhole && reading.pieces.wanted(null).batches === 0;
  if (isDone) reading.isWhole = true;
  describe(layerId, reading.rows);
  if (isDone) tellJoining(layerId, null);
}

/** A layer that others can be joined to, by its id. */
function joinable(layerId: string): LayerRows | null {
  const found = layers.get(layerId);
  return found?.isWhole ? found.rows : null;
}

/** Shows what a layer adds to others after edits of it; after it came or went where there are none. */
function tellJoining(layerId: string, updates: readonly VectorUpdate[] | null): void {
  for (const [id, { rows, columns }] of layers) {
    const isTouched = updates
      ? rows.joins.isTouched(layerId, updates)
      : rows.joins.joins.some((join) => join.layerId === layerId);
    if (!isTouched) continue;
    rows.joinAgain();
    tellClasses(id, rows, columns, columns.classAgain());
    describe(id, rows);
  }
}

function tellClasses(
  layerId: string,
  rows: LayerRows,
  columns: LayerColumns,
  classes: Record<string, BatchClasses> | null,
): void {
  tell(
    { event: 'classed', layerId, classing: columns.classing, filter: rows.filter, classes, isAll: true },
    classBuffers(classes),
  );
}

function progressOf(layerId: string, whole: number): (bytes: number) => void {
  let arrived = 0;
  let toldAt = 0;
  return (bytes) => {
    arrived += bytes;
    if (performance.now() - toldAt < leastProgressMs) return;
    toldAt = performance.now();
    tell({ event: 'progress', layerId, percent: Math.min(99, Math.round((arrived / whole) * 100)) });
  };
}

function describe(layerId: string, rows: LayerRows): void {
  tell({ event: 'described', layerId, count: rows.count, shown: rows.shownCount, columns: rows.columns });
}

type Answers = {
  [Name in Question]: (
    layerId: string,
    ask: LayerQuestions[Name]['ask'],
  ) => LayerQuestions[Name]['answer'] | Promise<LayerQuestions[Name]['answer']>;
};

const answers: Answers = {
  load,
  see,
  apply(layerId, { updates, ...own }) {
    const rows = rowsOf(layerId);
    const { drawn, removed, applied } = rows.apply(updates, own);
    const columns = columnsOf(layerId);
    const classes = columns.classesAfter(applied);
    if (drawn.length > 0 || removed.length > 0) postDrawn(layerId, drawn, removed, classes);
    else if (classes)
      tell(
        { event: 'classed', layerId, classing: columns.classing, filter: rows.filter, classes, isAll: false },
        classBuffers(classes),
      );
    describe(layerId, rows);
    if (applied.length > 0) tellJoining(layerId, applied);
  },
  undoOf: (layerId, { names }) => rowsOf(layerId).undoOf(names),
  shapes: (layerId, { batchIds }) =>
    rowsOf(layerId)
      .drawAgain(batchIds)
      .map(({ id, shape }) => ({ id, shape: shape! })),
  window: (layerId, { start, end, columns, ...query }) => rowsOf(layerId).window(query, start, end, columns),
  fids: (layerId, query) => rowsOf(layerId).fids(query),
  placeOf: (layerId, { fid, ...query }) => rowsOf(layerId).placeOf(query, fid),
  shown(layerId, { fids }) {
    const isFilteredOut = rowsOf(layerId).isFilteredOut;
    return isFilteredOut ? Int32Array.from(fids).filter((fid) => !isFilteredOut(fid)) : Int32Array.from(fids);
  },
  describe(layerId, { fid }) {
    const properties = rowsOf(layerId).describe(fid);
    return properties && { fid, properties };
  },
  pick(layerId, { unseen, sized = null, ...place }) {
    const { rows, columns } = readingOf(layerId);
    const isUnseen = columns.isUnseen(unseen);
    const fid = rows.pick(place, sized ? isBeside(rows, place, sized, isUnseen) : isUnseen);
    return fid === null ? null : { fid, shape: rows.shape(fid, mostMarked) };
  },
  within: (layerId, { box, unseen }) => rowsOf(layerId).within(box, columnsOf(layerId).isUnseen(unseen)),
  nearest: (layerId, { except, unseen, ...place }) =>
    rowsOf(layerId).nearest(place, except, columnsOf(layerId).isUnseen(unseen)),
  features: (layerId, { fids }) => rowsOf(layerId).features(fids),
  bounds: (layerId, { fids }) => rowsOf(layerId).bounds(fids),
  measure: (layerId, { fids }) => rowsOf(layerId).measure(fids),
  measurement: (layerId, { fid }) => rowsOf(layerId).measurement(fid),
  classBy(layerId, { classing, sizing, filter, joins }) {
    const { rows, columns } = readingOf(layerId);
    const isFilterNew = filterKey(rows.filter) !== filterKey(filter);
    if (isFilterNew) rows.filterBy(filter);
    const areJoinsNew = rows.joinBy(joins, joinable);
    tellClasses(layerId, rows, columns, columns.classBy(classing, sizing));
    if (isFilterNew || areJoinsNew) describe(layerId, rows);
  },
  joinShare: (layerId, { otherId, column, otherColumn }) =>
    joinShare(rowsOf(layerId), column, rowsOf(otherId), otherColumn),
  proposeJoin: (layerId, { otherId }) => proposeJoin(rowsOf(layerId), rowsOf(otherId)),
  values: (layerId, { column, most, isWhole }) => columnsOf(layerId).values(column, most, isWhole),
  classes: (layerId, { column, wanted }) => columnsOf(layerId).classes(column, wanted),
  summary: (layerId, { column, some }) => columnsOf(layerId).summary(column, some),
  clusters: async (layerId, ask) => (await groupsOf(layerId)).clusters(ask),
  heat: async (layerId, ask) => (await groupsOf(layerId)).heat(ask),
  hexagons: async (layerId, ask) => (await groupsOf(layerId)).hexagons(ask),
  hexagonClasses: async (layerId, { wanted, ...ask }) => (await groupsOf(layerId)).hexagonClasses(ask, wanted),
  async labels(_layerId, request) {
    // With the language of expressions, which is only needed for labels.
    const { placeLabels } = await import('./place-labels.ts');
    return placeLabels(request, (id) => layers.get(id) ?? null);
  },
  async preview(layerId, { formula, most }) {
    const { previewFormula } = await import('./preview-formula.ts');
    return previewFormula(rowsOf(layerId), formula, most);
  },
  async matching(layerId, { condition }) {
    const { matchingFids } = await import('./matching-fids.ts');
    return matchingFids(rowsOf(layerId), condition);
  },
  csv: (layerId, { columns, some }) => writeCsv(rowsOf(layerId), columns, some),
  ungrouped(layerId) {
    const rows = rowsOf(layerId);
    return ungroupedColumns(rows.columns, rows.count, (name) => rows.cellOf(name));
  },
  chart: (layerId, { question, clipLayerId }) =>
    drawChart(rowsOf(layerId), question, () => (clipLayerId === null ? null : rowsOf(clipLayerId))),
  drop(layerId) {
    layers.get(layerId)?.abort.abort();
    layers.delete(layerId);
    tellJoining(layerId, null);
  },
};

async function answer<Name extends Question>({ number, layerId, question, ask }: WorkerRequest<Name>): Promise<void> {
  let reply: WorkerReply;
  let transfer: ArrayBuffer[] = [];
  try {
    const found = await answers[question](layerId, ask);
    if (question === 'shapes') transfer = shapeBuffers(found as LayerQuestions['shapes']['answer']);
    reply = { number, answer: found };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply = { number, failure: { message, code: error instanceof SnapshotRefused ? error.code : null } };
  }
  postMessage(reply, { transfer });
}

addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  void answer(event.data);
});
