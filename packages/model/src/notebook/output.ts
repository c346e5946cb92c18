import type { MediaKind } from './media-kind.ts';

/**
 * One output of a code block (NBK-066). `text` and `stderr` are what the code printed: consecutive items of the same
 * kind are one running text and may be joined. `text/plain` is the value of the last expression, or a displayed value
 * that has no richer form. Texts may hold ANSI colour sequences; `data` is base64; sizes are CSS pixels.
 */
export type WholeOutput = Displayed &
  (
    | { kind: 'text'; text: string }
    | { kind: 'stderr'; text: string }
    | { kind: 'traceback'; name: string; message: string; text: string }
    | { kind: 'image/png' | 'image/jpeg'; data: string; width?: number; height?: number }
    | { kind: 'image/svg+xml'; svg: string }
    | { kind: 'text/html'; html: string; text?: string; frame?: ShownFrame }
    | { kind: 'text/markdown' | 'text/latex'; text: string }
    | { kind: 'application/json' | 'application/geo+json'; json: string }
    | { kind: 'application/javascript'; text: string }
    | { kind: MediaKind; data: string }
    | WidgetOutput
    | InputOutput
    | { kind: 'text/plain'; text: string; frame?: ShownFrame }
  );

/**
 * The data frame that an output shows, while the kernel that gave it has it: `id` names it there. `rows` and `columns`
 * are how many it had then.
 */
export interface ShownFrame {
  id: string;
  rows: number;
  columns: number;
  isGeo?: true;
}

/**
 * A line that code asks for while it runs, as by `input()`; its `display` names the question. Once it is answered the
 * prompt with the answer stands in its place as printed text; what was typed for a password never does. `askedOf` is
 * the id of the person whose block asks.
 */
export interface InputOutput {
  kind: 'input';
  prompt: string;
  isPassword: boolean;
  askedOf?: string;
}

/**
 * What code may show again: `display` names the place it is shown at. `isUpdate` is only there on the way from a
 * kernel; such an output takes the place of those of the same name, and is nothing where there are none.
 */
interface Displayed {
  display?: string;
  isUpdate?: true;
  /** What a kernel gave beside what is shown, as JSON of an `OutputBundle`. */
  bundle?: string;
}

/**
 * The other representations of a value that a kernel gave, by their kinds, with its metadata, so that a Jupyter file
 * has them. `type` is there where it is not the usual one: `execute_result` for plain text, else `display_data`.
 */
export interface OutputBundle {
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  type?: 'execute_result' | 'display_data';
}

/** An output as an nbformat 4 document stores it. Long texts are lists of lines, each with its line end. */
export type JupyterOutput = { output_type: 'stream' | 'display_data' | 'execute_result' | 'error' } & Record<
  string,
  unknown
>;

/** The kind by which a kernel names the data frame that it shows. No Jupyter file has it. */
export const frameKind = 'application/vnd.groma.frame+json';

/** The kind of a widget's view, as Jupyter calls it. */
export const widgetKind = 'application/vnd.jupyter.widget-view+json';

/**
 * A widget as it was last told of: the id of its model, and as JSON the models that it is made of, by id, in the form
 * of `application/vnd.jupyter.widget-state+json`; an empty object where they are not known. `text` is what stands for
 * it.
 */
export interface WidgetOutput {
  kind: typeof widgetKind;
  model: string;
  state: string;
  text?: string;
}

/**
 * Stands in the document for an output that is kept beside it, because it is long. Of a running text it is the part
 * after what the document holds: `lines` counts its line ends, `characters` its UTF-16 units, `pieces` in how many
 * parts it is kept. Of anything else it is the output itself, in one piece.
 */
export interface StoredOutput {
  kind: 'stored';
  id: string;
  of: WholeOutput['kind'];
  characters: number;
  lines: number;
  pieces: number;
  width?: number;
  height?: number;
  display?: string;
}

/** What a code block's list of outputs holds. */
export type NotebookOutput = WholeOutput | StoredOutput;

/** A text of a Jupyter file as it came: in the document, or, when it is long, kept beside it as outputs are. */
export type Kept = string | StoredOutput;

/** What readers see of an output: without what only its kernel and Jupyter files know. */
export function shownPart(output: WholeOutput): WholeOutput {
  const { bundle: _bundle, frame: _frame, ...shown } = output as WholeOutput & { frame?: ShownFrame };
  return shown as WholeOutput;
}

/** Roughly how much memory an output takes, in characters. */
export function outputSize(output: WholeOutput): number {
  return shownSize(output) + (output.bundle?.length ?? 0);
}

function shownSize(output: WholeOutput): number {
  switch (output.kind) {
    case 'image/png':
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
    case 'video/mp4':
    case 'video/webm':
    case 'video/ogg':
    case 'audio/mpeg':
    case 'audio/ogg':
    case 'audio/wav':
    case 'audio/x-wav':
    case 'audio/webm':
    case 'application/pdf':
      return output.data.length;
    case 'image/svg+xml':
      return output.svg.length;
    case 'application/json':
    case 'application/geo+json':
      return output.json.length;
    case 'input':
      return output.prompt.length;
    case widgetKind:
      return output.state.length + (output.text?.length ?? 0);
    case 'text/html':
      return output.html.length + (output.text?.length ?? 0);
    default:
      return output.text.length;
  }
}
