import * as base from '@jupyter-widgets/base';
import { base64ToBuffer, ManagerBase } from '@jupyter-widgets/base-manager';
import * as controls from '@jupyter-widgets/controls';
import type { WidgetEvent, WidgetModel as SavedModel, WidgetModels } from '@groma/model';
import { AnyModel, AnyView } from './any-widget.ts';
import { FrameComm } from './frame-comm.ts';
import type { PartNames, WidgetSend } from './frame-message.ts';
import { FramePlayModel, FramePlayView } from './frame-play.ts';
import { OutputModel, OutputView } from './output-widget.ts';
import { StrangeModel, StrangeView } from './strange-widget.ts';

type Class = typeof base.WidgetModel | typeof base.WidgetView;

const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '@jupyter-widgets/base': { ...base },
  '@jupyter-widgets/controls': { ...controls, PlayModel: FramePlayModel, PlayView: FramePlayView },
  '@jupyter-widgets/output': { OutputModel, OutputView },
  anywidget: { AnyModel, AnyView },
};
const links = new Set(['LinkModel', 'DirectionalLinkModel']);

interface HostParts {
  send(send: WidgetSend): void;
  /** Asks for models that were not told. */
  want(model: string): void;
}

/**
 * Jupyter's manager of widgets for one frame: its models are those of the kernel, told by the page. A model is made
 * when something refers to it.
 */
export class WidgetHost extends ManagerBase {
  names: PartNames = { play: '', pause: '', stop: '', repeat: '', failed: '' };
  isUsable = false;
  readonly #parts: HostParts;
  readonly #comms = new Map<string, FrameComm>();
  /** Those that nothing refers to yet. */
  readonly #told = new Map<string, SavedModel>();
  readonly #wanted = new Map<string, ((model: SavedModel | undefined) => void)[]>();
  #isEcho = false;

  constructor(parts: HostParts) {
    super();
    this.#parts = parts;
    this.#watchEchoes();
  }

  /** While models take what another person has done, whose own page has sent what follows from it. */
  get isEcho(): boolean {
    return this.#isEcho;
  }

  /** Takes models as they are now. */
  async load(models: WidgetModels): Promise<void> {
    for (const [id, comm] of this.#comms) for (const message of comm.settleAll()) void this.#forget(id, message);
    for (const [id, model] of Object.entries(models)) {
      if (this.#comms.has(id))
        this.#update({ kind: 'update', model: id, state: model.state, buffers: model.buffers ?? [] });
      else this.#told.set(id, model);
    }
    for (const [id, wanting] of this.#wanted) {
      this.#wanted.delete(id);
      for (const give of wanting) give(this.#told.get(id));
    }
    await Promise.all(Object.keys(models).map((id) => this.#link(id)));
  }

  take(events: readonly WidgetEvent[]): void {
    for (const event of events) {
      switch (event.kind) {
        case 'open':
          this.#told.set(event.model, event.whole);
          void this.#link(event.model);
          break;
        case 'update':
          this.#update(event);
          break;
        case 'custom':
          this.#comms
            .get(event.model)
            ?.receive(this.#message(event.model, { method: 'custom', content: event.content }, event.buffers));
          break;
        case 'close':
          this.#told.delete(event.model);
          this.#comms.get(event.model)?.closeByKernel();
          this.#comms.delete(event.model);
          break;
        case 'settled':
          this.#settle(event.message);
          break;
      }
    }
  }

  override async get_model(id: string): Promise<base.WidgetModel> {
    if (this.has_model(id)) return super.get_model(id);
    const told = this.#told.get(id) ?? (await this.#ask(id));
    if (this.has_model(id)) return super.get_model(id);
    if (!told) throw new Error('There is no such widget.');
    this.#told.delete(id);
    return this.#make(id, told);
  }

  /** What the code gives as HTML may run here: the frame reaches nothing. */
  override inline_sanitize(source: string): string {
    return source;
  }

  protected override loadClass(name: string, module: string): Promise<Class> {
    const found = Object.hasOwn(modules, module) ? modules[module]?.[name] : undefined;
    const strange = name.endsWith('View') ? StrangeView : StrangeModel;
    return Promise.resolve((typeof found === 'function' ? found : strange) as Class);
  }

  protected override _create_comm(_target: string, id = ''): Promise<FrameComm> {
    return Promise.resolve(this.#comm(id));
  }

  protected override _get_comm_info(): Promise<object> {
    return Promise.resolve({});
  }

  #make(id: string, { model_name, model_module, model_module_version, state, buffers = [] }: SavedModel) {
    const own = { ...state };
    base.put_buffers(
      own as never,
      buffers.map(({ path }) => path),
      buffers.map(({ data }) => new DataView(base64ToBuffer(data))),
    );
    return this.new_model(
      { model_name, model_module, model_module_version, model_id: id, comm: this.#comm(id) },
      own as never,
    );
  }

  #comm(id: string): FrameComm {
    const comm = new FrameComm(id, (send) => {
      if (this.isEcho || !this.isUsable) {
        queueMicrotask(() => void this.#forget(id, send.message));
        return false;
      }
      this.#parts.send(send);
      return true;
    });
    this.#comms.set(id, comm);
    return comm;
  }

  #settle(message: string): void {
    for (const [id, comm] of this.#comms) if (comm.settle(message)) return void this.#forget(id, message);
  }

  /**
   * A model waits for the echo of what it has set, and takes none of others before: it comes before the message is
   * settled, or not at all.
   */
  async #forget(id: string, message: string): Promise<void> {
    if (!this.has_model(id)) return;
    const model = await this.get_model(id);
    // What it has been told is taken later.
    await model.state_change;
    const { _expectedEchoMsgIds: echoes } = model as unknown as { _expectedEchoMsgIds: Map<string, string> };
    for (const [name, expected] of echoes) if (expected === message) echoes.delete(name);
  }

  #ask(id: string): Promise<SavedModel | undefined> {
    return new Promise((resolve) => {
      const wanting = this.#wanted.get(id);
      this.#wanted.set(id, [...(wanting ?? []), resolve]);
      if (!wanting) this.#parts.want(id);
    });
  }

  /** Links between models do their work in the browser, where nothing refers to them. */
  async #link(id: string): Promise<void> {
    const model = this.#told.get(id);
    if (model && links.has(model.model_name)) await this.get_model(id).catch(() => undefined);
  }

  #update({ model, state, buffers, answers }: Extract<WidgetEvent, { kind: 'update' }>): void {
    const told = this.#told.get(model);
    if (told) {
      const places = new Set([...Object.keys(state), ...buffers.map(({ path }) => String(path[0]))]);
      told.state = { ...told.state, ...state };
      told.buffers = [...(told.buffers ?? []).filter(({ path }) => !places.has(String(path[0]))), ...buffers];
      return;
    }
    const data = {
      method: answers === undefined ? 'update' : 'echo_update',
      state: { ...state },
      buffer_paths: buffers.map(({ path }) => path),
    };
    this.#comms.get(model)?.receive(
      this.#message(
        model,
        data,
        buffers.map((buffer) => buffer.data),
        answers,
      ),
    );
  }

  #message(id: string, data: object, buffers: readonly string[], answers?: string) {
    return {
      header: {},
      parent_header: answers === undefined ? {} : { msg_id: answers },
      metadata: {},
      content: { comm_id: id, data },
      buffers: buffers.map((buffer) => new DataView(base64ToBuffer(buffer))),
    };
  }

  /** Models take what they are told later than they hear it. */
  #watchEchoes(): void {
    const { _handle_comm_msg: handle, set_state: setState } = base.WidgetModel.prototype;
    const echoing = new WeakSet<base.WidgetModel>();
    const setEcho = (isEcho: boolean) => {
      this.#isEcho = isEcho;
    };
    // oxlint-disable-next-line no-underscore-dangle -- the name is Jupyter's
    base.WidgetModel.prototype._handle_comm_msg = function handleMessage(message) {
      const isEcho = (message.content.data as { method?: unknown }).method === 'echo_update';
      this.state_change = this.state_change.then(() => {
        if (isEcho) echoing.add(this);
        else echoing.delete(this);
      });
      return handle.call(this, message);
    };
    base.WidgetModel.prototype.set_state = function setStateOf(state) {
      setEcho(echoing.has(this));
      try {
        setState.call(this, state);
      } finally {
        setEcho(false);
      }
    };
  }
}
