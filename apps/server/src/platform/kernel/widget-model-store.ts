import {
  fromJupyterContent,
  modelsOf,
  referredModel,
  toJupyterOutputs,
  widgetKind,
  type JupyterOutput,
  type WholeOutput,
  type WidgetEvent,
  type WidgetModel,
  type WidgetModels,
} from '@groma/model';
import type { JupyterMessage } from './jupyter-message.ts';
import { keptOutputs } from './output-collector.ts';
import { ShownWidgets } from './shown-widgets.ts';

export type WidgetPath = (string | number)[];

interface Held extends WidgetModel {
  buffers: NonNullable<WidgetModel['buffers']>;
}

/**
 * Of each part of a state, by its name: its characters with those of its buffers, and whether it refers to other
 * models.
 */
type Parts = Map<string, { size: number; refers: boolean }>;

const target = 'jupyter.widget';
const linkModels = new Set(['LinkModel', 'DirectionalLinkModel']);
const mostModels = 20_000;
/** What one kernel's widgets may hold, in characters; a change that goes beyond is not taken. */
const mostCharacters = 64 * 1024 * 1024;
/** What one Output widget keeps of what was written into it, in characters; and no more outputs than an execution. */
const mostCaptured = 1024 * 1024;

/**
 * What is known of a kernel's widgets: it tells their models and each change by comm messages (Jupyter's widget
 * messaging protocol 2). Whoever shows a widget takes its models from here, and what the code writes into an Output
 * widget is kept here, as a notebook's page would. A model that was closed is kept while something is shown that is
 * made of it.
 */
export class WidgetModelStore {
  readonly #limit: number;
  readonly #models = new Map<string, Held>();
  readonly #parts = new Map<string, Parts>();
  readonly #closed = new Set<string>();
  readonly #shown = new ShownWidgets(
    (id) => this.#models.get(id),
    (id) => {
      if (this.#closed.has(id)) this.#drop(id);
    },
  );
  /** The Output widgets that take what answers a request, by its id. */
  readonly #takers = new Map<string, string>();
  readonly #captured = new Map<
    string,
    { outputs: JupyterOutput[]; size: number; kept: number; clearsLater: boolean }
  >();
  /** Output widgets whose kernel does not know yet what was written into them. */
  readonly #unwritten = new Set<string>();
  #size = 0;
  #fullness: 'none' | 'to tell' | 'told' = 'none';

  readonly #onEvent: (event: WidgetEvent) => void;

  /**
   * `onEvent` is told each change, for those who have a widget in front of them.
   * @param limit characters that the widgets may hold together
   */
  constructor(limit: number = mostCharacters, onEvent: (event: WidgetEvent) => void = () => {}) {
    this.#limit = limit;
    this.#onEvent = onEvent;
  }

  /**
   * Takes a message about a widget. `answers` is the name of a person's message, where the kernel tells again what that
   * has set; told without such a name, it is what this end itself has sent.
   */
  take({ type, content, buffers }: JupyterMessage, answers?: string): void {
    const {
      comm_id: id,
      target_name: name,
      data,
    } = content() as {
      comm_id?: unknown;
      target_name?: unknown;
      data?: { state?: unknown; buffer_paths?: unknown; method?: unknown; content?: unknown };
    };
    if (typeof id !== 'string') return;
    if (type === 'comm_close') return this.#close(id);
    if (type === 'comm_open' && name !== target) return;
    if (type === 'comm_msg' && !this.#models.has(id)) return;
    if (type === 'comm_msg' && data?.method === 'custom') return this.#pass(id, data.content, buffers);
    const isEcho = data?.method === 'echo_update';
    if (type === 'comm_msg' && data?.method !== 'update' && (!isEcho || answers === undefined)) return;
    if (typeof data?.state !== 'object' || data.state === null) return;
    this.set(
      id,
      data.state as Record<string, unknown>,
      Array.isArray(data.buffer_paths) ? (data.buffer_paths as WidgetPath[]) : [],
      buffers,
      isEcho ? answers : undefined,
    );
  }

  /** Whether this is a widget that can still be used. */
  isOpen(id: string): boolean {
    return this.#models.has(id) && !this.#closed.has(id);
  }

  /** A view that is made of a model; undefined where none is shown. */
  viewOf(id: string): string | undefined {
    return this.#shown.viewOf(id);
  }

  /** The models that a widget is made of, and those that link them to others in the browser. */
  modelsFor(root: string): WidgetModels {
    const find = (id: string): WidgetModel | undefined => this.#models.get(id);
    const models = modelsOf(root, find);
    for (const [id, model] of this.#models) {
      if (!linkModels.has(model.model_name) || !sourceOf(model).some((source) => models[source])) continue;
      Object.assign(models, modelsOf(id, find));
    }
    return models;
  }

  /** Keeps what is written into an Output widget; false when the message is none of those. */
  capture({ type, parentId, content }: JupyterMessage): boolean {
    if (type.startsWith('comm_') || type === 'status' || type === 'execute_input' || parentId === '') return false;
    const id = this.#takers.get(parentId);
    const model = id === undefined ? undefined : this.#models.get(id);
    if (id === undefined || !model) return false;
    const captured = this.#captured.get(id) ?? { outputs: [], size: 0, kept: 0, clearsLater: false };
    this.#captured.set(id, captured);
    const clear = (): void => {
      Object.assign(captured, { outputs: [], size: 0, kept: 0, clearsLater: false });
    };
    if (type === 'clear_output') {
      if (content()['wait']) captured.clearsLater = true;
      else clear();
    } else {
      const output = fromJupyterContent(type, content());
      const size = JSON.stringify(output)?.length ?? 0;
      if (!output) return true;
      if (captured.clearsLater) clear();
      captured.size += size;
      if (captured.size <= mostCaptured && this.#hasRoom(size)) {
        const isKept = addOutput(captured.outputs, this.show(output));
        if (isKept) captured.kept += size;
      } else if (captured.size <= mostCaptured) this.#beFull();
    }
    model.state['outputs'] = captured.outputs;
    this.#unwritten.add(id);
    this.#measure(id, 'outputs', captured.kept, false);
    this.#shown.age(id, false);
    this.#onEvent({ kind: 'update', model: id, state: { outputs: captured.outputs }, buffers: [] });
    return true;
  }

  /** An output as it is shown: a widget with its models, under a name by which it is shown again. */
  show(output: WholeOutput): WholeOutput {
    if (output.kind !== widgetKind) return output;
    if (this.#models.has(output.model)) this.#shown.show(output.model, output.text);
    return { ...output, state: this.#stateOf(output.model), display: nameOf(output.model) };
  }

  /** The widgets that were shown and have changed since, as they are now. */
  changes(): WholeOutput[] {
    return this.#shown.publishStale((model, text) => ({
      kind: widgetKind,
      model,
      state: this.#stateOf(model),
      ...(text !== undefined && { text }),
      display: nameOf(model),
      isUpdate: true,
    }));
  }

  /** What was written into Output widgets since, as messages that tell their kernel: its `outputs` hold whole texts. */
  written(): { comm_id: string; data: { method: 'update'; state: { outputs: object[] }; buffer_paths: [] } }[] {
    const ids = [...this.#unwritten].filter((id) => this.#models.has(id));
    this.#unwritten.clear();
    return ids.map((id) => ({
      comm_id: id,
      data: {
        method: 'update',
        state: { outputs: (this.#captured.get(id)?.outputs ?? []).map(withWholeTexts) },
        buffer_paths: [],
      },
    }));
  }

  get hasChanges(): boolean {
    return this.#shown.isStale;
  }

  /** What is to be said, once, when changes were not taken; null when there is nothing. */
  takeNotice(): string | null {
    if (this.#fullness !== 'to tell') return null;
    this.#fullness = 'told';
    return `The widgets of this kernel are more than ${mostModels} or hold more than ${Math.round(this.#limit / 1024 / 1024)} MB; further changes of them are not shown. Close those that are not needed.\n`;
  }

  #stateOf(model: string): string {
    return JSON.stringify(modelsOf(model, (id) => this.#models.get(id)));
  }

  /** Sets what a person has set, or the kernel; `answers` as for `take`. */
  set(
    id: string,
    change: Record<string, unknown>,
    paths: readonly WidgetPath[],
    bytes: readonly Uint8Array[],
    answers?: string,
  ): void {
    const known = this.#models.get(id);
    const added = paths.flatMap((path, i) =>
      Array.isArray(path) && bytes[i]
        ? [{ path, data: Buffer.from(bytes[i]).toString('base64'), encoding: 'base64' as const }]
        : [],
    );
    // What is all bytes stands in no state.
    const places = new Set([...Object.keys(change), ...added.map(({ path }) => String(path[0]))]);
    const parts = [...places].map((place) => partOf(place, change[place], added));
    const before = this.#parts.get(id);
    const grown = parts.reduce((sum, { place, size }) => sum + size - (before?.get(place)?.size ?? 0), 0);
    if (!this.#hasRoom(grown) || (!known && this.#models.size >= mostModels)) return this.#beFull();
    const state = { ...known?.state, ...withoutNulls(change, known?.state) };
    const buffers = [...(known?.buffers ?? []).filter(({ path }) => !places.has(String(path[0]))), ...added];
    if (typeof known?.state['msg_id'] === 'string') this.#takers.delete(known.state['msg_id']);
    if (state['_model_name'] === 'OutputModel' && typeof state['msg_id'] === 'string' && state['msg_id'] !== '')
      this.#takers.set(state['msg_id'], id);
    if (Array.isArray(change['outputs'])) this.#takeOutputs(id, change['outputs']);
    this.#models.set(id, {
      model_name: String(state['_model_name'] ?? ''),
      model_module: String(state['_model_module'] ?? ''),
      model_module_version: String(state['_model_module_version'] ?? ''),
      state,
      buffers,
    });
    this.#closed.delete(id);
    const mayReferToOthers = !known || parts.some(({ place, refers }) => refers || before?.get(place)?.refers);
    for (const { place, size, refers } of parts) this.#measure(id, place, size, refers);
    this.#shown.age(id, mayReferToOthers);
    this.#onEvent(
      known
        ? { kind: 'update', model: id, state: change, buffers: added, ...(answers !== undefined && { answers }) }
        : { kind: 'open', model: id, whole: this.#models.get(id)! },
    );
  }

  /** The code has set what an Output widget holds; anything that is not an output is none here. */
  #takeOutputs(id: string, given: readonly unknown[]): void {
    const outputs = given.filter((output): output is JupyterOutput => typeof output === 'object' && output !== null);
    const size = JSON.stringify(outputs).length;
    this.#captured.set(id, { outputs, size, kept: size, clearsLater: false });
    this.#unwritten.delete(id);
  }

  #measure(id: string, place: string, size: number, refers: boolean): void {
    const parts = this.#parts.get(id) ?? (new Map() as Parts);
    this.#parts.set(id, parts);
    this.#size += size - (parts.get(place)?.size ?? 0);
    parts.set(place, { size, refers });
  }

  #hasRoom(size: number): boolean {
    return size <= 0 || this.#size + size <= this.#limit;
  }

  #beFull(): void {
    if (this.#fullness === 'none') this.#fullness = 'to tell';
  }

  #pass(id: string, content: unknown, buffers: readonly Uint8Array[]): void {
    this.#onEvent({
      kind: 'custom',
      model: id,
      content,
      buffers: buffers.map((buffer) => Buffer.from(buffer).toString('base64')),
    });
  }

  #close(id: string): void {
    if (!this.#models.has(id)) return;
    this.#onEvent({ kind: 'close', model: id });
    this.#closed.add(id);
    this.#shown.close(id);
    if (!this.#shown.has(id)) this.#drop(id);
  }

  #drop(id: string): void {
    const model = this.#models.get(id);
    for (const { size } of this.#parts.get(id)?.values() ?? []) this.#size -= size;
    this.#parts.delete(id);
    if (typeof model?.state['msg_id'] === 'string') this.#takers.delete(model.state['msg_id']);
    this.#models.delete(id);
    this.#closed.delete(id);
    this.#captured.delete(id);
    this.#unwritten.delete(id);
    if (this.#size < this.#limit / 2) this.#fullness = 'none';
  }
}

function sourceOf({ state: { source } }: WidgetModel): string[] {
  return Array.isArray(source) ? source.flatMap((part: unknown) => referredModel(part) ?? []) : [];
}

function nameOf(model: string): string {
  return `widget ${model}`;
}

function partOf(
  place: string,
  value: unknown,
  buffers: Held['buffers'],
): { place: string; size: number; refers: boolean } {
  const text = JSON.stringify(value) ?? '';
  const bytes = buffers.reduce((sum, { path, data }) => sum + (String(path[0]) === place ? data.length : 0), 0);
  return { place, size: place.length + text.length + bytes, refers: text.includes('IPY_MODEL_') };
}

/** What is null from the start is what the widget has by itself. */
function withoutNulls(
  change: Record<string, unknown>,
  known: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => value !== null || known?.[name] !== undefined),
  );
}

/** Texts that nbformat stores as lists of lines as the one text that they are. */
function withWholeTexts(output: JupyterOutput): JupyterOutput {
  const whole = (value: unknown): unknown =>
    Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('') : value;
  const data = output['data'];
  return {
    ...output,
    ...(output['text'] !== undefined && { text: whole(output['text']) }),
    ...(typeof data === 'object' &&
      data !== null && { data: Object.fromEntries(Object.entries(data).map(([type, value]) => [type, whole(value)])) }),
  };
}

/** Adds an output, to the last text where it is of the same stream; false when there are as many as are kept. */
function addOutput(outputs: JupyterOutput[], output: WholeOutput): boolean {
  const added = toJupyterOutputs([output], null);
  const last = outputs.at(-1);
  const [first] = added;
  if (last?.output_type === 'stream' && first?.output_type === 'stream' && last['name'] === first['name'])
    outputs[outputs.length - 1] = { ...last, text: [last['text'], first['text']].flat() };
  else if (outputs.length >= keptOutputs) return false;
  else outputs.push(...added);
  return true;
}
