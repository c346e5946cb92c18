import { randomUUID } from 'node:crypto';
import { fromKernelMessage, widgetKind, type WholeOutput } from '@groma/model';
import type { JupyterMessage } from './jupyter-message.ts';
import type { InputRequest } from './jupyter-client.ts';
import { OutputCollector } from './output-collector.ts';
import type { UpdatePace } from './update-pace.ts';
import type { WidgetModelStore } from './widget-model-store.ts';

/** Widgets are told whole, so not too often. */
const widgetPause = 500;
/** People who have one in front of them are told at once; this is for who comes later. */
const latePause = 1_500;

/** Code asks as often as people answer; more is code that does not wait for them. */
const mostQuestions = 10_000;
/** Longest prompt that is shown beside a field; what stands before it is printed. */
const promptCharacters = 400;
const hidden = '········';

interface Question extends InputRequest {
  display: string;
}

/** How an execution tells what it gave. */
interface Sink {
  give(outputs: WholeOutput[]): void;
  clear(): void;
  /** The widgets were told as they are now. */
  shown(): void;
}

/** SerialQueue the messages of one execution into batches of outputs, also those that come after its end. */
export class WireExecution {
  readonly #collector: OutputCollector;
  readonly #sink: Sink;
  readonly #widgets: WidgetModelStore;
  readonly #limit: number;
  #clearsLater = false;
  /** Whether there is anything to clear. Each batch is acknowledged, so that clears, which are not, stay as few. */
  #hasGiven = false;
  #timer: NodeJS.Timeout | null = null;
  #question: Question | null = null;
  #questions = 0;
  /** The widgets that it has shown, by their models. */
  readonly #views = new Set<string>();
  #hasEnded = false;
  readonly isSilent: boolean;

  constructor(sink: Sink, widgets: WidgetModelStore, limit: number, isSilent = false) {
    this.isSilent = isSilent;
    this.#collector = new OutputCollector((outputs) => {
      this.#hasGiven = true;
      sink.give(outputs);
    }, limit);
    this.#sink = sink;
    this.#widgets = widgets;
    this.#limit = limit;
  }

  /** Whether it has shown the widget of this model. */
  hasShown(view: string): boolean {
    return this.#views.has(view);
  }

  /** Takes a message of the kernel; resolves when more may come. */
  async take(message: JupyterMessage): Promise<void> {
    const isCaptured = this.#widgets.capture(message);
    if (this.#widgets.hasChanges)
      this.#timer ??= setTimeout(
        () => {
          void this.#showWidgets();
        },
        this.#hasEnded ? latePause : widgetPause,
      );
    const notice = this.#widgets.takeNotice();
    if (notice !== null) await this.#collector.add({ kind: 'stderr', text: notice });
    if (isCaptured) return;
    if (message.type === 'clear_output') {
      if (message.content()['wait']) this.#clearsLater = true;
      else this.#clear();
      return;
    }
    if (this.#collector.isFull && !this.#clearsLater && message.type !== 'error') return;
    const output =
      message.contentBytes > 4 * this.#limit ? tooLarge(message) : fromKernelMessage(message.type, message.content());
    if (!output) return;
    if (this.#clearsLater) this.#clear();
    if (output.kind === widgetKind) this.#views.add(output.model);
    await this.#collector.add(this.#widgets.show(output));
  }

  /**
   * Code asks for a line. The lines before the last of its prompt are printed, as is the whole with the answer once
   * there is one.
   */
  ask({ prompt, isPassword }: InputRequest): void {
    this.#close('');
    this.#questions += 1;
    if (this.#questions > mostQuestions) return;
    const start = Math.max(prompt.lastIndexOf('\n') + 1, prompt.length - promptCharacters);
    if (start > 0) void this.#collector.add({ kind: 'text', text: prompt.slice(0, start) });
    const question = { display: `input-${randomUUID()}`, prompt: prompt.slice(start), isPassword };
    this.#question = question;
    this.#collector.addQuestion({ kind: 'input', ...question });
  }

  /** False when something else is asked by now, or nothing. */
  answer(inputId: string, value: string): boolean {
    if (this.#question?.display !== inputId) return false;
    this.#close(this.#question.isPassword ? hidden : value);
    return true;
  }

  acknowledge(): void {
    this.#collector.acknowledge();
  }

  /**
   * The execution has ended: hands over what there is, at once. `latePace` is that of what the kernel's threads show
   * again.
   */
  async finish(latePace?: UpdatePace): Promise<void> {
    this.#hasEnded = true;
    this.#close('');
    await this.#showWidgets();
    this.#collector.finish(latePace);
  }

  #close(answer: string): void {
    if (!this.#question) return;
    const { prompt, display } = this.#question;
    this.#question = null;
    this.#collector.addQuestion({ kind: 'text', text: `${prompt}${answer}\n`, display, isUpdate: true });
  }

  async #showWidgets(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const output of this.#widgets.changes()) await this.#collector.add(output);
    this.#sink.shown();
  }

  #clear(): void {
    this.#clearsLater = false;
    if (this.#hasGiven) this.#sink.clear();
    this.#hasGiven = false;
    // What it says of its limit comes after.
    this.#collector.clear();
  }
}

function tooLarge(message: JupyterMessage): WholeOutput {
  const megabytes = Math.round(message.contentBytes / 1024 / 1024);
  return { kind: 'stderr', text: `An output of ${megabytes} MB is too large to be kept.\n` };
}
