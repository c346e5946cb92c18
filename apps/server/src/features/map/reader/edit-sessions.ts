import { inverse as inverseOf, type LayerBefore, type VectorUpdate } from '@groma/geo';
import { GromaError } from '@groma/model';
import type { VectorUpdateRequest } from '@groma/protocol';
import { asLogged, checkUpdate, whatStillApplies } from './check-update.ts';
import { EditedLayer } from './edited-layer.ts';
import type { ReadBytes } from './snapshot-part.ts';
import { withValues } from './with-values.ts';
import { withoutLater, type LeftFeatures } from './without-later.ts';
import type { LayerState, LogRow, PreparedEdit, PrepareEdits } from './worker-tasks.ts';

interface Session {
  layer: EditedLayer;
  seq: number;
}

/** Layers that were edited last stay at hand, so that an edit costs what it changes and not the size of its layer. */
const mostSessions = 16;
/** Most that an edit and its inverse may take in the log, in characters: jsonb holds 255 MB. */
const longestRecord = 120_000_000;

/**
 * Prepares edits against the layers as they are, one after the other for each layer: the caller holds the layer's lock.
 */
export class EditSessions {
  readonly #read: ReadBytes;
  readonly #sessions = new Map<string, Session>();

  constructor(read: ReadBytes) {
    this.#read = read;
  }

  /**
   * Null when the layer has to be given anew. After an error the layer is forgotten, for parts of the edits may be in
   * it.
   */
  async prepare({ layer, log, wanted }: PrepareEdits): Promise<PreparedEdit[] | null> {
    const known = 'fromSeq' in layer ? this.#sessions.get(layer.layerId) : undefined;
    if ('fromSeq' in layer && (known?.seq !== layer.fromSeq || known.layer.state.snapshotKey !== layer.snapshotKey))
      return null;
    const session = 'fromSeq' in layer ? known! : this.#open(layer, log);
    try {
      if (known) session.layer.replay(log);
      if ('requests' in wanted) return await prepareRequests(session.layer, wanted.requests);
      return await prepareInverses(
        session.layer,
        'undone' in wanted ? wanted.undone : wanted.inverses.map((inverse) => ({ inverse })),
      );
    } catch (error) {
      this.forget(layer.layerId);
      throw error;
    }
  }

  confirm(layerId: string, seq: number): null {
    const session = this.#sessions.get(layerId);
    if (session) session.seq = seq;
    return null;
  }

  forget(layerId: string): null {
    this.#sessions.delete(layerId);
    return null;
  }

  #open(layer: LayerState, log: LogRow[]): Session {
    this.#sessions.delete(layer.layerId);
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= mostSessions) this.#sessions.delete(oldest);
    const session = { layer: new EditedLayer(layer, log, this.#read), seq: log.at(-1)?.seq ?? layer.snapshotSeq };
    this.#sessions.set(layer.layerId, session);
    return session;
  }
}

async function prepareRequests(layer: EditedLayer, requests: VectorUpdateRequest[]): Promise<PreparedEdit[]> {
  const prepared: PreparedEdit[] = [];
  for (const request of requests) {
    const calculated = await withValues(request, layer);
    if (!calculated) continue;
    const update = asLogged(calculated, layer);
    const before = await layer.before(update);
    checkUpdate(update, before, layer.state.name);
    prepared.push(apply(layer, update, before));
  }
  return prepared;
}

async function prepareInverses(
  layer: EditedLayer,
  edits: { operation?: string; inverse: string }[],
): Promise<PreparedEdit[]> {
  const prepared: PreparedEdit[] = [];
  const left: LeftFeatures = new Map();
  let isLess = false;
  for (const { operation, inverse } of edits) {
    const done = operation === undefined ? null : (JSON.parse(operation) as VectorUpdate);
    for (const wanted of JSON.parse(inverse) as VectorUpdate[]) {
      const before = await layer.before(wanted);
      const rest = done ? withoutLater(wanted, done, before, left) : { update: wanted, isLess: false };
      isLess ||= rest.isLess;
      const update = whatStillApplies(rest.update, before);
      if (update) prepared.push(apply(layer, update, before));
    }
  }
  // At the end, for the older ones may be what is left, with nothing to be done.
  const last = prepared.at(-1);
  if (last) last.isLess = isLess;
  return prepared;
}

function apply(layer: EditedLayer, update: VectorUpdate, before: LayerBefore): PreparedEdit {
  const operation = recordText(update);
  const undo = recordText(inverseOf(update, before));
  layer.overlay.apply([update]);
  return { operation, inverse: undo, fids: update.type === 'Add' ? update.features.map(({ fid }) => fid) : [] };
}

function recordText(value: unknown): string {
  const tooLarge = new GromaError('TOO_LARGE', { name: 'The edit', limit: '120 MB with what undoes it' });
  try {
    const text = JSON.stringify(value);
    if (text.length <= longestRecord) return text;
  } catch {
    // A text longer than the engine can hold.
  }
  throw tooLarge;
}
