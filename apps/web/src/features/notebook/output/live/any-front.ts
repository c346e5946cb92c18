import type { WidgetModel } from '@jupyter-widgets/base';

/** How long the kernel has for an answer. */
const answerMs = 3_000;

/** What a module sees of a model. What it listens to ends with the signal. */
export function modelFor(model: WidgetModel, signal: AbortSignal): object {
  const context = {};
  signal.addEventListener('abort', () => model.off(null as never, null as never, context), { once: true });
  return {
    get: model.get.bind(model),
    set: model.set.bind(model),
    save_changes: model.save_changes.bind(model),
    send: model.send.bind(model),
    on: (name: string, hear: (...told: unknown[]) => void) => void model.on(name, hear, context),
    off: (name?: string | null, hear?: ((...told: unknown[]) => void) | null) =>
      void model.off(name as never, hear as never, context),
    widget_manager: model.widget_manager,
  };
}

interface InvokeOptions {
  buffers?: (ArrayBuffer | ArrayBufferView)[];
  signal?: AbortSignal;
}

/**
 * Has the kernel run a command of the widget; gives the answer and its bytes.
 * @throws what the signal says when there is no answer in time
 */
export function invoke(
  model: WidgetModel,
  name: string,
  msg?: unknown,
  { buffers = [], signal = AbortSignal.timeout(answerMs) }: InvokeOptions = {},
): Promise<[unknown, DataView[]]> {
  const id = crypto.randomUUID?.() ?? `${performance.now()}-${Math.random()}`;
  return new Promise((resolve, reject) => {
    const finish = () => {
      model.off('msg:custom', hear);
      signal.removeEventListener('abort', fail);
    };
    const hear = (told: { id?: unknown; response?: unknown } | null, bytes: DataView[]) => {
      if (told?.id !== id) return;
      finish();
      resolve([told.response, bytes]);
    };
    const fail = () => {
      finish();
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's
      reject(signal.reason);
    };
    if (signal.aborted) return fail();
    signal.addEventListener('abort', fail);
    model.on('msg:custom', hear);
    model.send({ id, kind: 'anywidget-command', name, msg } as never, undefined, buffers as ArrayBuffer[]);
  });
}
