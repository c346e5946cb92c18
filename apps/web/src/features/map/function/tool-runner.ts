import type { SnapshotManifest } from '@groma/geo';
import { findTool, GromaError, type ToolParameters } from '@groma/model';
import { fillPath, tool as toolCalls, type ToolOutcome, type ToolOutput, type VectorLayerEntry } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { createStore } from 'zustand';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { isTable } from '../look/layer-shape.ts';
import { openTable } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { followOperation } from './follow-operation.ts';
import { sayMade } from './say-made.tsx';
import { skippedText } from './skipped-text.ts';
import { visibleBox } from './visible-extent.ts';

/** Pixels of the longer side of an image that is looked at. */
const mostPixels = 1_024;

/** What is asked of a tool, apart from what becomes of the result. */
interface ToolWish {
  toolId: string;
  /** The reference of what is taken; null for tools that take nothing. */
  taken: string | null;
  /** Null for all of its features. */
  fids: readonly number[] | null;
  parameters: ToolParameters;
}

interface RunState {
  /** What is under way, and how much of it is done, where that is known. */
  work: { kind: ToolOutput['kind'] | 'keep'; percent: number | undefined } | null;
  failure: string | null;
  preview: ToolOutcome | null;
}

const atRest: RunState = { work: null, failure: null, preview: null };

/** Runs a tool from its form, one run at a time, and holds what it is being looked at before it is kept. */
export class ToolRunner {
  readonly store = createStore<RunState>(() => atRest);
  readonly #session: MapSession;
  #aborter: AbortController | null = null;
  #isClosed = false;
  /** It was to be discarded while it was being kept: where that fails, it goes. */
  #isUnwanted = false;

  constructor(session: MapSession) {
    this.#session = session;
  }

  /** The result becomes a layer on top of the map (GEO-077). */
  async makeLayer(wish: ToolWish, name: string, path = ''): Promise<boolean> {
    const { mapId } = this.#session;
    const named = { ...(name !== '' && { name }), ...(path !== '' && { path }) };
    const outcome = await this.#run(wish, { kind: 'layer', map_id: mapId, ...named });
    const image = outcome?.raster_layer;
    if (image) toast.success(t('function.imageMade', { name: image.text, path: outcome.file!.path }));
    if (outcome?.layer) await this.#say(outcome.layer, outcome);
    if (outcome) sayFiles(outcome);
    return outcome !== null;
  }

  /** The result takes the place of what it was made of; one undo brings that back (GEO-077). */
  async replace(wish: ToolWish & { layerId: string }): Promise<boolean> {
    const session = this.#session;
    const { layerId } = wish;
    return session.edits.whileMaking(async () => {
      const outcome = await this.#run(wish, { kind: 'replace' });
      if (!outcome) return false;
      session.edits.rememberEdits(layerId, [outcome.operation_id]);
      session.select(layerId, new Set());
      const { count, skipped } = outcome;
      const said = t('function.replaced', { count, name: nameOf(session, layerId) });
      toast.success([said, ...skipped.map(skippedText)].join(' '));
      return true;
    });
  }

  /** The result becomes a file; one of that name goes to the trash where the person wants that (GEO-091). */
  async writeFile(wish: ToolWish, path: string, isReplacing = false): Promise<boolean> {
    let isTaken = false;
    const outcome = await this.#run(wish, { kind: 'file', path, replace: isReplacing }, (error) => {
      isTaken = !isReplacing && error instanceof GromaError && error.code === 'FILE_EXISTS';
      if (!isTaken) this.#fail(error);
    });
    if (outcome?.file) {
      const said = t('function.saved', { path: outcome.file.path });
      toast.success([said, ...outcome.skipped.map(skippedText)].join(' '));
      sayFiles(outcome);
      return true;
    }
    if (!isTaken) return false;
    const isSure = await confirm({
      title: t('layer.export.replace', { path }),
      body: t('layer.export.replaceText'),
      confirmLabel: t('layer.export.replaceConfirm'),
      danger: true,
    });
    return isSure ? this.writeFile(wish, path, true) : false;
  }

  /** Draws the result over the map without keeping it. */
  async look(wish: ToolWish): Promise<void> {
    this.discard();
    const isImage = findTool(wish.toolId)?.output === 'image';
    const view = isImage ? visibleBox(this.#session.mapId) : null;
    if (isImage && !view) return this.store.setState({ failure: t('function.noView') });
    const outcome = await this.#run(wish, { kind: 'preview', longest: mostPixels, ...(view && { box: view }) });
    if (!outcome?.preview && !outcome?.picture) return;
    // The form was left while the answer was on its way.
    if (this.#isClosed) return forget(outcome);
    this.store.setState({ preview: outcome });
    const { operation_id: id, picture } = outcome;
    this.#session.preview(
      picture
        ? { id, picture: { url: partUrl(id, picture.part), bounds: picture.bounds } }
        : { id, source: sourceOf(outcome) },
    );
  }

  /** Makes a layer of what is being looked at. */
  async keep(name: string): Promise<void> {
    const { preview, work } = this.store.getState();
    if (!preview || work) return;
    this.#isUnwanted = false;
    this.store.setState({ work: { kind: 'keep', percent: undefined }, failure: null });
    let kept: VectorLayerEntry;
    try {
      ({ data: kept } = await api.call(toolCalls.keepToolResult, {
        params: { operationId: preview.operation_id },
        body: { map_id: this.#session.mapId, ...(name !== '' && { name }) },
      }));
    } catch (error) {
      this.#fail(error);
      this.store.setState({ work: null });
      if (this.#isUnwanted) this.discard();
      return;
    }
    // The form can be used again; the preview stays on the map until the layer is drawn.
    this.store.setState({ preview: null, work: null });
    try {
      await this.#say(kept, preview);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#hide(preview);
    }
  }

  /** What is looked at goes, and what is only being made to be looked at is not waited for. */
  discard(): void {
    const { preview, work } = this.store.getState();
    if (work?.kind === 'preview') this.cancel();
    if (work?.kind === 'keep') this.#isUnwanted = true;
    if (!preview || work?.kind === 'keep') return;
    this.store.setState({ preview: null });
    this.#hide(preview);
    forget(preview);
  }

  cancel(): void {
    this.#aborter?.abort();
  }

  /** The form is left: what is only looked at goes, what was asked for is done. */
  close(): void {
    this.#isClosed = true;
    this.discard();
  }

  open(): void {
    this.#isClosed = false;
  }

  async #run(
    { toolId, taken, fids, parameters }: ToolWish,
    output: ToolOutput,
    onFailure = (error: unknown): void => this.#fail(error),
  ): Promise<ToolOutcome | null> {
    if (this.store.getState().work) return null;
    const aborter = new AbortController();
    this.#aborter = aborter;
    const operationId = crypto.randomUUID();
    this.store.setState({ work: { kind: output.kind, percent: undefined }, failure: null });
    const stop = followOperation(operationId, (percent) =>
      this.store.setState({ work: { kind: output.kind, percent } }),
    );
    const { projectId } = this.#session;
    try {
      await this.#saved(aborter.signal);
      const { data } = await api.call(toolCalls.runTool, {
        params: { toolId, projectId },
        body: {
          operation_id: operationId,
          ...(taken !== null && { layer: taken }),
          ...(fids && { features: [...fids] }),
          parameters,
          output,
        },
        signal: aborter.signal,
      });
      if (output.kind !== 'preview' || !aborter.signal.aborted) return data;
      // The answer came as nobody waited for it any more.
      forget(data);
      return null;
    } catch (error) {
      if (!aborter.signal.aborted) onFailure(error);
      return null;
    } finally {
      stop();
      this.#aborter = null;
      this.store.setState({ work: null });
    }
  }

  /** Another form may show a preview of its own by now. */
  #hide({ operation_id: operationId }: ToolOutcome): void {
    if (this.#session.state.previewId === operationId) this.#session.preview(null);
  }

  /** Stays in the form, or is said where that is gone. */
  #fail(error: unknown): void {
    if (this.#isClosed) toast.error(errorText(error));
    else this.store.setState({ failure: errorText(error) });
  }

  /** The server takes the features as it has them: own edits come there first. */
  #saved(signal: AbortSignal): Promise<void> {
    const { store } = this.#session;
    return new Promise((resolve, reject) => {
      if (store.getState().unsaved === 0) return resolve();
      const stop = store.subscribe(({ unsaved }) => {
        if (unsaved > 0) return;
        stop();
        resolve();
      });
      signal.addEventListener('abort', () => {
        stop();
        reject(signal.reason as Error);
      });
    });
  }

  async #say(layer: VectorLayerEntry, outcome: ToolOutcome): Promise<void> {
    if (!this.#session.state.data[layer.id]) await this.#session.refresh();
    sayMade(this.#session, layer, outcome);
    if (isTable(layer.data ?? undefined)) openTable(this.#session.mapId, layer);
  }
}

/** Says which files came beside the result. */
function sayFiles({ outputs = [], file }: ToolOutcome): void {
  const paths = outputs.flatMap(({ path }) => (path === undefined || path === file?.path ? [] : [path]));
  for (const path of paths) toast.success(t('function.saved', { path }));
}

function nameOf({ state }: MapSession, layerId: string): string {
  return state.hierarchy[layerId]?.text ?? '';
}

function sourceOf({ operation_id: operationId, preview }: ToolOutcome) {
  // The wire does not spell out the names of geometry types, which the snapshot's reader knows.
  const manifest = preview!.manifest as SnapshotManifest;
  return { manifest, partUrls: manifest.parts.map(({ file }) => partUrl(operationId, file)) };
}

function partUrl(operationId: string, part: string): string {
  return `${fillPath(toolCalls.readToolResultPart.path, { operationId })}?${new URLSearchParams({ part })}`;
}

/** What nobody looks at any more goes; what stays is removed by the server after a day. */
function forget({ operation_id: operationId }: ToolOutcome): void {
  api.call(toolCalls.discardToolResult, { params: { operationId } }).catch(() => undefined);
}
