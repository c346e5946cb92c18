import { GromaError } from '@groma/model';
import type { EditedLayer, LoggedEdit, LoggedUpdate, VectorUpdateRequest } from '@groma/protocol';
import { isVector, type LayerRow } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import type { MapParts } from './map-parts.ts';
import type { PreparedEdit } from '../reader/worker-tasks.ts';
import { announceEdits } from './announce-edits.ts';
import { appendUnlessChanged, type NewEdit } from './quick-log.ts';
import type { WaitingEdit } from './waiting-edits.ts';

/** Most edits that are written together. */
const mostTogether = 100;
/** Characters of edits of several people above which each is written by itself. */
const longestTogether = 1_000_000;
/**
 * Bytes of edits that travel with the news of them, which must fit into a message of the bus; others are read by
 * whoever tells of them.
 */
const longestTold = 5_000;

/**
 * Edits a layer that this process has edited before: what came while others were written goes into the log together, in
 * one statement, without a question before it. Where the layer is not as it is known, or anything is wrong with an
 * edit, nothing is done and null is given; each is then done the careful way, in a turn of its own, which says what is
 * wrong.
 */
export function editQuickly(
  parts: MapParts,
  mapId: string,
  layerId: string,
  sender: Sender,
  requests: VectorUpdateRequest[],
): Promise<EditedLayer | null> {
  if (parts.edits.knows(layerId)?.row.mapId !== mapId) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    if (parts.waiting.add(mapId, layerId, { sender, requests, resolve, reject }))
      void parts.queue.run(mapId, () => writeNext(parts, mapId, layerId));
  });
}

async function writeNext(parts: MapParts, mapId: string, layerId: string): Promise<void> {
  const { group, hasMore } = parts.waiting.take(mapId, layerId, mostTogether);
  if (hasMore) void parts.queue.run(mapId, () => writeNext(parts, mapId, layerId));
  try {
    const edited = await write(parts, mapId, layerId, group);
    if (!edited) await parts.edits.forget(layerId);
    group.forEach(({ resolve }, index) => {
      resolve(edited?.[index] ?? null);
    });
  } catch (error) {
    // Perhaps after a commit whose answer was lost: nothing is done twice, and the thread reads the layer anew.
    await parts.edits.forget(layerId).catch(() => undefined);
    group.forEach(({ reject }) => {
      reject(error);
    });
  }
}

/** Null where any of them has to be done by itself. */
async function write(
  parts: MapParts,
  mapId: string,
  layerId: string,
  group: readonly WaitingEdit[],
): Promise<EditedLayer[] | null> {
  const known = parts.edits.knows(layerId);
  if (!known || known.row.mapId !== mapId || !isVector(known.row)) return null;
  const prepared: PreparedEdit[][] = [];
  try {
    for (const { sender, requests } of group) {
      parts.locks.refuseIfOthers(mapId, known.row, sender.userId);
      const edits = await parts.edits.prepareKnown(layerId, requests);
      if (!edits) return null;
      prepared.push(edits);
    }
  } catch (error) {
    if (error instanceof GromaError) return null;
    throw error;
  }
  const edits = prepared.flatMap((own, index) =>
    own.map((edit): NewEdit => ({
      ...edit,
      authorId: group[index]!.sender.userId,
      key: group[index]!.sender.key ?? null,
      post: index,
    })),
  );
  // A key is kept also of a change that changed nothing.
  if (prepared.some((own, index) => own.length === 0 && group[index]!.sender.key !== undefined)) return null;
  if (edits.length === 0) return group.map(() => ({ seq: 0, edits: [] }));
  if (
    group.length > 1 &&
    edits.reduce((sum, { operation, inverse }) => sum + operation.length + inverse.length, 0) > longestTogether
  )
    return null;
  const logged = await append(parts, known.row, known.seq, edits);
  if (!logged) return null;
  parts.edits.confirm(known.row, logged.at(-1)!.seq);
  let at = 0;
  let after = known.seq;
  return group.map(({ sender }, index) => {
    const own = prepared[index]!;
    const numbers = logged.slice(at, (at += own.length));
    const edited: EditedLayer = {
      seq: numbers.at(-1)?.seq ?? 0,
      edits: own.map(({ fids }, place) => ({ seq: numbers[place]!.seq, fids })),
    };
    // Nobody waits for this: the edits are on disk.
    void announceEdits(parts, mapId, sender, { row: known.row, edited, after, edits: told(sender, own, numbers) });
    after = numbers.at(-1)?.seq ?? after;
    return edited;
  });
}

/**
 * Data that the records refuse, a key that is there already too, are told of one by one; what was rolled back for the
 * sake of another transaction is done anew.
 */
async function append(
  { platform }: MapParts,
  row: LayerRow,
  newestSeq: number,
  edits: NewEdit[],
): Promise<{ seq: number; madeAt: Date }[] | null> {
  try {
    return await appendUnlessChanged(platform.database, { ...row, newestSeq }, edits);
  } catch (error) {
    const state = (error as { code?: unknown }).code;
    if (typeof state === 'string' && /^(22|23)\w{3}$|^40(001|P01)$/.test(state)) return null;
    throw error;
  }
}

/** The edits as readers get them, where they are small. */
function told(
  { userId }: Sender,
  edits: readonly PreparedEdit[],
  numbers: readonly { seq: number; madeAt: Date }[],
): LoggedEdit[] | undefined {
  if (edits.reduce((sum, { operation }) => sum + operation.length, 0) > longestTold) return undefined;
  const logged = edits.map(({ operation }, index) => ({
    seq: numbers[index]!.seq,
    author_id: userId,
    made_at: numbers[index]!.madeAt.toISOString(),
    operation: JSON.parse(operation) as LoggedUpdate,
  }));
  return Buffer.byteLength(JSON.stringify(logged)) > longestTold ? undefined : logged;
}
