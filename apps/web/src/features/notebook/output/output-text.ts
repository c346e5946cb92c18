import { widgetKind, type NotebookOutput, type StoredOutput, type WholeOutput } from '@groma/model';
import { plainText } from '../block/ansi.ts';

/** What "[Error extracting HTML content]" stands for: text could not be taken from an HTML output (NBK-087). */
export const noHtmlText = '[Error extracting HTML content]';

/** A recursion names the same lines again and again; more than these help nobody. */
const mostPlaces = 8;

/** The outputs as text for the clipboard: pictures are left out, HTML gives its text. */
export function outputText(
  outputs: readonly NotebookOutput[],
  htmlText: (html: string) => string = readHtmlText,
): string {
  return outputs
    .map((output) => textOf(output, htmlText))
    .join('')
    .trimEnd();
}

/** One output as text, with the line end that parts it from the next. */
export function textOf(output: NotebookOutput, htmlText: (html: string) => string = readHtmlText): string {
  switch (output.kind) {
    case 'text':
    case 'stderr':
      return plainText(output.text);
    case 'text/plain':
      return `${plainText(output.text)}\n`;
    case 'input':
      return `${output.prompt}\n`;
    case 'traceback':
      return `${plainText(output.text) || tracebackTitle(output)}\n`;
    case 'text/markdown':
    case 'text/latex':
      return `${output.text}\n`;
    case 'application/json':
      return `${output.json}\n`;
    case 'text/html':
      return `${output.text ?? safely(htmlText, output.html)}\n`;
    case widgetKind:
      return output.text ? `${output.text}\n` : '';
    default:
      return '';
  }
}

function safely(htmlText: (html: string) => string, html: string): string {
  try {
    return htmlText(html);
  } catch {
    return noHtmlText;
  }
}

/** Parsed, never shown: no script of it runs and nothing it names is fetched. */
function readHtmlText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent;
}

export function tracebackTitle({ name, message }: { name: string; message: string }): string {
  return message ? `${name}: ${message}` : name;
}

/** A line that a traceback names: in the block of that run number, or in the block itself where it names none. */
export interface TracebackPlace {
  run: number | null;
  line: number;
}

const places =
  /Cell In\s*\[(\d+)\],? line (\d+)|<ipython-input[^>\n]*>[^\n]*?line (\d+)|File <[^>\n]*>[^\n]*?line (\d+)|<anonymous>:(\d+):\d+/g;

/** The lines of blocks that a traceback of IPython or Deno names, outermost first, each once. */
export function tracebackPlaces(text: string): TracebackPlace[] {
  const found = new Map<string, TracebackPlace>();
  for (const [, run, ...lines] of plainText(text).matchAll(places)) {
    const line = Number(lines.find((each) => each !== undefined));
    const place = { run: run === undefined ? null : Number(run), line };
    found.set(`${place.run} ${line}`, place);
  }
  return [...found.values()].slice(0, mostPlaces);
}

/** Consecutive pieces of one running text belong together (see `NotebookOutput`). */
export type OutputPart =
  | { kind: 'text' | 'stderr'; pieces: string[]; stored?: StoredOutput }
  | StoredPart
  | Exclude<WholeOutput, { kind: 'text' | 'stderr' }>;

/** A long output that is fetched to be drawn. */
export type StoredPart = StoredOutput;

/** Outputs as the parts that are drawn. */
export function outputParts(outputs: readonly NotebookOutput[]): OutputPart[] {
  const parts: OutputPart[] = [];
  for (const output of outputs) {
    const last = parts.at(-1);
    if (output.kind === 'stored' && (output.of === 'text' || output.of === 'stderr')) {
      // It goes on where the document's own part of the running text ends.
      if (last && 'pieces' in last && last.kind === output.of && !('stored' in last)) last.stored = output;
      else parts.push({ kind: output.of, pieces: [], stored: output });
      continue;
    }
    if (output.kind !== 'text' && output.kind !== 'stderr') {
      parts.push(output);
      continue;
    }
    if (last && !('stored' in last) && 'pieces' in last && last.kind === output.kind) last.pieces.push(output.text);
    else parts.push({ kind: output.kind, pieces: [output.text] });
  }
  return parts;
}
