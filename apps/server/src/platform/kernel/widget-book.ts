import { fromJupyterContent, modelsOf, toJupyterOutputs, widgetKind, type JupyterOutput, type WholeOutput, type WidgetModel } from '@groma/model';
import type { JupyterMessage } from './jupyter-message.ts';

type Path = (string | number)[];

interface Held extends WidgetModel { buffers: NonNullable<WidgetModel['buffers']> }

const target = 'jupyter.widget';
const mostModels = 20_000;
/** What one kernel's widgets may hold, in characters of their messages; what comes after is not taken. */
const mostCharacters = 64 * 1024 * 1024;
/** What one Output widget keeps of what was written into it. */
const mostCaptured = 1024 * 1024;

/**
 * What is known of a kernel's widgets: it tells their models and each change by comm messages (Jupyter's widget messaging
 * protocol 2). Whoever shows a widget takes its models from here, and what the code writes into an Output widget is kept
 * here, as a notebook's page would.
 */
export class WidgetBook {
  readonly #models = new Map<string, Held>();
  /** The widgets that were shown, with the text that stands for them. */
  readonly #views = new Map<string, string | undefined>();
  /** Those of them that have changed since. */
  readonly #stale = new Set<string>();
  /** The Output widgets that take what answers a request, by its id. */
  readonly #takers = new Map<string, string>();
  readonly #captured = new Map<string, { outputs: JupyterOutput[]; size: number; clearsLater: boolean }>();
  #size = 0;

  /** Takes a message about a widget. */
  take({ type, content, contentBytes, buffers }: JupyterMessage): void {
    const { comm_id: id, target_name: name, data } = content() as { comm_id?: unknown; target_name?: unknown; data?: { state?: unknown; buffer_paths?: unknown; method?: unknown } };
    if (typeof id !== 'string') return;
    if (type === 'comm_open' && name !== target) return;
    if (type === 'comm_msg' && (data?.method !== 'update' || !this.#models.has(id))) return;
    if (type === 'comm_close' || typeof data?.state !== 'object' || data.state === null) return;
    this.#size += type === 'comm_open' ? contentBytes + bytesOf(buffers) : bytesOf(buffers);
    if (this.#size > mostCharacters || (!this.#models.has(id) && this.#models.size >= mostModels)) return;
    this.#write(id, data.state as Record<string, unknown>, Array.isArray(data.buffer_paths) ? data.buffer_paths as Path[] : [], buffers);
    this.#age(id);
  }

  /** Keeps what is written into an Output widget; false when the message is none of those. */
  capture({ type, parentId, content }: JupyterMessage): boolean {
    if (type.startsWith('comm_') || type === 'status' || type === 'execute_input' || parentId === '') return false;
    const id = this.#takers.get(parentId);
    const model = id === undefined ? undefined : this.#models.get(id);
    if (id === undefined || !model) return false;
    const captured = this.#captured.get(id) ?? { outputs: [], size: 0, clearsLater: false };
    this.#captured.set(id, captured);
    const clear = (): void => { Object.assign(captured, { outputs: [], size: 0, clearsLater: false }); };
    if (type === 'clear_output') {
      if (content()['wait']) captured.clearsLater = true;
      else clear();
    } else {
      const output = fromJupyterContent(type, content());
      const size = JSON.stringify(output)?.length ?? 0;
      if (!output) return true;
      if (captured.clearsLater) clear();
      if (captured.size + size <= mostCaptured) captured.outputs = joinedOutputs(captured.outputs, this.show(output));
      captured.size += size;
    }
    model.state['outputs'] = captured.outputs;
    this.#age(id);
    return true;
  }

  /** An output as it is shown: a widget with its models, under a name by which it is shown anew. */
  show(output: WholeOutput): WholeOutput {
    if (output.kind !== widgetKind) return output;
    this.#views.set(output.model, output.text);
    this.#stale.delete(output.model);
    return { ...output, state: this.#stateOf(output.model), display: nameOf(output.model) };
  }

  /** The widgets that were shown and have changed since, as they are now. */
  changes(): WholeOutput[] {
    const stale = [...this.#stale];
    this.#stale.clear();
    return stale.map((model) => {
      const text = this.#views.get(model);
      return { kind: widgetKind, model, state: this.#stateOf(model), ...(text !== undefined && { text }), display: nameOf(model), isUpdate: true };
    });
  }

  get hasChanges(): boolean {
    return this.#stale.size > 0;
  }

  #stateOf(model: string): string {
    return JSON.stringify(modelsOf(model, (id) => this.#models.get(id)));
  }

  #write(id: string, change: Record<string, unknown>, paths: readonly Path[], bytes: readonly Uint8Array[]): void {
    const known = this.#models.get(id);
    const state = { ...known?.state, ...withoutNulls(change, known?.state) };
    const places = new Set(Object.keys(change));
    const buffers = [
      ...(known?.buffers ?? []).filter(({ path }) => !places.has(String(path[0]))),
      ...paths.flatMap((path, i) => (Array.isArray(path) && bytes[i] ? [{ path, data: Buffer.from(bytes[i]).toString('base64'), encoding: 'base64' as const }] : [])),
    ];
    if (typeof known?.state['msg_id'] === 'string') this.#takers.delete(known.state['msg_id']);
    if (state['_model_name'] === 'OutputModel' && typeof state['msg_id'] === 'string' && state['msg_id'] !== '') this.#takers.set(state['msg_id'], id);
    this.#models.set(id, { model_name: String(state['_model_name'] ?? ''), model_module: String(state['_model_module'] ?? ''), model_module_version: String(state['_model_module_version'] ?? ''), state, buffers });
  }

  /** Marks the views that show a model. */
  #age(id: string): void {
    for (const view of this.#views.keys()) {
      if (!this.#stale.has(view) && modelsOf(view, (each) => this.#models.get(each))[id]) this.#stale.add(view);
    }
  }
}

function nameOf(model: string): string {
  return `widget ${model}`;
}

function bytesOf(buffers: readonly Uint8Array[]): number {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** What is null from the start is what the widget has by itself. */
function withoutNulls(change: Record<string, unknown>, known: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => value !== null || known?.[name] !== undefined));
}

function joinedOutputs(outputs: readonly JupyterOutput[], output: WholeOutput): JupyterOutput[] {
  const added = toJupyterOutputs([output], null);
  const last = outputs.at(-1);
  const [first] = added;
  if (last?.output_type !== 'stream' || first?.output_type !== 'stream' || last['name'] !== first['name']) return [...outputs, ...added];
  return [...outputs.slice(0, -1), { ...last, text: [...last['text'] as string[], ...first['text'] as string[]] }];
}
