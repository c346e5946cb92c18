import { joinLines, joinText, toJupyterOutputs, toLines } from '../jupyter-output.ts';
import { type WholeOutput } from '../output.ts';
import { compactJson, jupyterLayout, parseExactJson, writeExactJson } from './exact-json.ts';
import { isMedia } from '../media-output.ts';
import { isRecord } from './kept.ts';

type Json = Record<string, unknown>;

/** An output of the file. What is shown of it is not kept twice: it is left out here and taken from what is shown. */
interface KeptOutput {
  output: Json;
  /** Of a stream: how many characters of the printed text are its own. */
  take?: number;
  /** Of a display: which of the outputs that are not printed text shows `data[key]`, and what followed it. */
  at?: number;
  key?: string;
  tail?: string;
  /** The text was a list of lines. */
  isList?: boolean;
}

/** Below this, a text costs less than the word that it is elsewhere. */
const shortText = 200;
/** A longer traceback is shown without its middle. */
const shortTraceback = 10_000;

/**
 * The outputs of a cell as its file has them, for `unpackOutputs`; null where what is shown says as much. `shown` has
 * an item for each of them, null for what shows nothing; `isSorted` says whether the keys of the file are sorted.
 */
export function packOutputs(
  outputs: readonly unknown[],
  shown: readonly (WholeOutput | null)[],
  executionCount: number | null,
  isSorted: boolean,
): string | null {
  const all = shown.filter((output) => output !== null);
  const isFolded = all.some((output) =>
    isPrinted(output) ? output.text.includes('\r') : output.kind === 'traceback' && output.text.length > shortTraceback,
  );
  const written = (value: unknown): string => writeExactJson(value, { ...jupyterLayout, indent: '', isSorted });
  if (!isFolded && written(toJupyterOutputs(all, executionCount, parseExactJson)) === written(outputs)) return null;
  let at = -1;
  const kept = outputs.map((output, i): KeptOutput => {
    const seen = shown[i] ?? null;
    const known = typeof output === 'object' && output !== null ? (output as Json) : {};
    if (!seen) return { output: known };
    if (isPrinted(seen)) return isFolded ? { output: known } : packStream(known, seen.text);
    at += 1;
    return packDisplay(known, seen, at);
  });
  return compactJson(kept);
}

/**
 * The outputs that `packOutputs` was given, of the value of its JSON; null when that is none, or what is shown is no
 * longer what they showed.
 */
export function unpackOutputs(packed: unknown, shown: readonly WholeOutput[]): unknown[] | null {
  if (!arePacked(packed)) return null;
  const joined = joinText(shown);
  const others = joined.filter((output) => !isPrinted(output));
  const takeText = textReader(joined.filter(isPrinted).map(({ text }) => text));
  const outputs: unknown[] = [];
  const taken = new Set<number>();
  for (const { output, take, at, key, tail = '', isList } of packed) {
    if (take !== undefined) {
      const text = takeText(take);
      if (text === null) return null;
      outputs.push({ ...output, text: isList ? toLines(text) : text });
    } else if (at !== undefined && key !== undefined) {
      const seen = others[at];
      const text = seen?.kind === key ? textOf(seen) : null;
      // Each is shown once: a client that names one again and again would fill the memory with it.
      if (text === null || taken.has(at)) return null;
      taken.add(at);
      outputs.push({
        ...output,
        data: { ...(output['data'] as Json), [key]: isList ? toLines(text + tail) : text + tail },
      });
    } else outputs.push(output);
  }
  return outputs;
}

function arePacked(packed: unknown): packed is KeptOutput[] {
  return Array.isArray(packed) && packed.every((each) => isRecord(each) && isRecord(each['output']));
}

function packStream(output: Json, text: string): KeptOutput {
  const isList = Array.isArray(output['text']);
  return isSame(output['text'], text)
    ? { output: { ...output, text: null }, take: text.length, ...(isList && { isList }) }
    : { output };
}

function packDisplay(output: Json, seen: WholeOutput, at: number): KeptOutput {
  const data = output['data'] as Json | undefined;
  const value = data?.[seen.kind];
  const text = textOf(seen);
  if (!data || text === null || text.length < shortText || (typeof value !== 'string' && !Array.isArray(value)))
    return { output };
  const whole = joinLines(value);
  const tail = whole.slice(text.length);
  if (!whole.startsWith(text) || tail.trim() !== '' || !isSame(value, whole)) return { output };
  return {
    output: { ...output, data: { ...data, [seen.kind]: null } },
    at,
    key: seen.kind,
    ...(tail !== '' && { tail }),
    ...(Array.isArray(value) && { isList: true }),
  };
}

/** Whether a value is a text, or its lines as Jupyter splits it. */
function isSame(value: unknown, text: string): boolean {
  return value === text || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(toLines(text)));
}

/** What is shown of the representation of its kind. */
function textOf(output: WholeOutput): string | null {
  if (isMedia(output)) return output.data;
  switch (output.kind) {
    case 'image/png':
    case 'image/jpeg':
      return output.data;
    case 'image/svg+xml':
      return output.svg;
    case 'text/html':
      return output.html;
    case 'text/plain':
    case 'text/markdown':
    case 'text/latex':
    case 'application/javascript':
      return output.text;
    default:
      return null;
  }
}

function isPrinted(output: WholeOutput): output is Extract<WholeOutput, { kind: 'text' | 'stderr' }> {
  return output.kind === 'text' || output.kind === 'stderr';
}

/** Gives the characters of texts one after the other, never across the end of one; null where there are not so many. */
function textReader(texts: readonly string[]): (count: number) => string | null {
  let [at, from] = [0, 0];
  return (count) => {
    if (count === 0) return '';
    const part = texts[at]?.slice(from, from + count);
    if (part?.length !== count) return null;
    from += count;
    if (from === texts[at]!.length) [at, from] = [at + 1, 0];
    return part;
  };
}
