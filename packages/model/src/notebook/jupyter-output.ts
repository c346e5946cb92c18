import { savedChartHtml } from './saved-chart.ts';
import { compactJson, parseExactJson } from './jupyter-file/exact-json.ts';
import { bundleOf, withBundle } from './output-bundle.ts';
import { mediaKinds } from './media-kind.ts';
import { isMedia } from './media-output.ts';
import { frameKind, widgetKind, type JupyterOutput, type ShownFrame, type WholeOutput } from './output.ts';

type Content = Record<string, unknown>;

const mostNameCharacters = 200;

/**
 * Outputs as nbformat 4 stores them. What the code printed is a `stream`, and consecutive pieces are joined; the value
 * of the last expression is an `execute_result` where the run has a number, which nbformat asks for. JSON is read by
 * `parse`: by `parseExactJson` for what is written by its counterpart.
 */
export function toJupyterOutputs(
  outputs: readonly WholeOutput[],
  executionCount: number | null,
  parse: (json: string) => unknown = JSON.parse,
): JupyterOutput[] {
  return joinText(outputs).map((output) =>
    withBundle(toJupyterOutput(output, executionCount, parse), output, executionCount, parse),
  );
}

function toJupyterOutput(
  output: WholeOutput,
  executionCount: number | null,
  parse: (json: string) => unknown,
): JupyterOutput {
  if (isMedia(output)) return displayData({ [output.kind]: output.data });
  switch (output.kind) {
    case 'text':
      return { output_type: 'stream', name: 'stdout', text: toLines(output.text) };
    // Nobody has answered.
    case 'input':
      return { output_type: 'stream', name: 'stdout', text: toLines(output.prompt) };
    case 'stderr':
      return { output_type: 'stream', name: 'stderr', text: toLines(output.text) };
    case 'traceback':
      return { output_type: 'error', ename: output.name, evalue: output.message, traceback: output.text.split('\n') };
    case 'image/png':
    case 'image/jpeg': {
      const size = {
        ...(output.width !== undefined && { width: output.width }),
        ...(output.height !== undefined && { height: output.height }),
      };
      return displayData({ [output.kind]: output.data }, Object.keys(size).length > 0 ? { [output.kind]: size } : {});
    }
    case 'image/svg+xml':
      return displayData({ 'image/svg+xml': toLines(output.svg) });
    case 'text/markdown':
    case 'text/latex':
    case 'application/javascript':
      return displayData({ [output.kind]: toLines(output.text) });
    case 'application/json':
    case 'application/geo+json':
      return displayData({ [output.kind]: parse(output.json) });
    case 'text/html':
      return displayData({
        'text/html': toLines(output.html),
        ...(output.text !== undefined && { 'text/plain': toLines(output.text) }),
      });
    // The models are kept once for the whole notebook, where Jupyter looks for them.
    case widgetKind:
      return displayData({
        [widgetKind]: { model_id: output.model, version_major: 2, version_minor: 0 },
        ...(output.text !== undefined && { 'text/plain': toLines(output.text) }),
      });
    case 'text/plain':
      return executionCount === null
        ? displayData({ 'text/plain': toLines(output.text) })
        : {
            output_type: 'execute_result',
            execution_count: executionCount,
            data: { 'text/plain': toLines(output.text) },
            metadata: {},
          };
    default:
      return output satisfies never;
  }
}

/**
 * The product's output for one of an nbformat 4 document, or null when it shows nothing. Of a value with several
 * representations the richest is taken: widget, picture, film, sound, then HTML, Markdown, LaTeX, JSON, GeoJSON, PDF,
 * script, then text.
 */
export function fromJupyterOutput(output: unknown): WholeOutput | null {
  const content = asRecord(output);
  const type = joinLines(content['output_type']);
  if (type !== 'display_data' && type !== 'execute_result') return fromJupyterContent(type, content);
  const data = asRecord(content['data']);
  const known = fromJupyterContent(type, content);
  if (known && known.kind !== 'text/plain') return known;
  const html = Object.entries(data)
    .map(([kind, value]) => savedChartHtml(kind, value))
    .find((each) => each !== null);
  if (html !== undefined) return { kind: 'text/html', html, ...(known && { text: known.text }) };
  const kinds = Object.keys(data);
  return (
    known ??
    (kinds.length > 0
      ? {
          kind: 'text/plain',
          text: `An output of ${kinds.join(', ').slice(0, mostNameCharacters)}, which is not shown here; run the block again.`,
        }
      : null)
  );
}

/**
 * The same for a message of a kernel's iopub channel (Jupyter messaging 5.3), with all that it gave of a value beside
 * what is shown, up to a megabyte.
 */
export function fromKernelMessage(type: string, content: Content): WholeOutput | null {
  const output = fromJupyterContent(type, content);
  const bundle = output && bundleOf(type, content, output);
  return output && bundle ? { ...output, bundle } : output;
}

/** Only where so many digits stand in a row can a number be one that JavaScript would round. */
const longDigits = /\d{16}/;

/**
 * The content of a message of a kernel, or an output of a file, whose JSON keeps its numbers as they are written.
 * `exact` finds the same content in what `parseExactJson` makes of `text`.
 */
export function withExactJson(content: Content, text: string, exact: (whole: unknown) => unknown): Content {
  const data = asRecord(content['data']);
  if (data['application/json'] === undefined || !longDigits.test(text)) return content;
  return withJsonOf(content, exact(parseExactJson(text)));
}

/** The content with the JSON of another reading of it. */
export function withJsonOf(content: Content, exact: unknown): Content {
  const [data, other] = [asRecord(asRecord(content)['data']), asRecord(asRecord(exact)['data'])];
  return data['application/json'] === undefined || other['application/json'] === undefined
    ? content
    : { ...content, data: { ...data, 'application/json': other['application/json'] } };
}

/** What is shown of a message of the iopub channel, of which nbformat keeps the content. */
export function fromJupyterContent(type: string, content: Content): WholeOutput | null {
  switch (type) {
    case 'stream':
      return { kind: content['name'] === 'stderr' ? 'stderr' : 'text', text: joinLines(content['text']) };
    case 'error':
      return {
        kind: 'traceback',
        name: joinLines(content['ename']),
        message: joinLines(content['evalue']),
        text: Array.isArray(content['traceback']) ? content['traceback'].map(joinLines).join('\n') : '',
      };
    case 'display_data':
    case 'execute_result':
    case 'update_display_data': {
      const output = fromBundle(asRecord(content['data']), asRecord(content['metadata']));
      const name = asRecord(content['transient'])['display_id'];
      if (!output || typeof name !== 'string') return output;
      return {
        ...output,
        display: name.slice(0, mostNameCharacters),
        ...(type === 'update_display_data' && { isUpdate: true }),
      };
    }
    default:
      return null;
  }
}

/** Joins the list of lines that nbformat may store a text as. */
export function joinLines(value: unknown): string {
  if (Array.isArray(value)) return value.map(joinLines).join('');
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

const line =
  // oxlint-disable-next-line no-control-regex -- Python ends lines with some of them
  /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])|[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+$/g;

/**
 * A text as a list of lines, each with its line end, as Jupyter writes it: a line ends where Python's `splitlines`
 * says.
 */
export function toLines(text: string): string[] {
  return text.match(line) ?? [];
}

/** Joins consecutive pieces of what the code printed. */
export function joinText(outputs: readonly WholeOutput[]): WholeOutput[] {
  const joined: WholeOutput[] = [];
  for (const output of outputs) {
    const last = joined.at(-1);
    if ((output.kind === 'text' || output.kind === 'stderr') && last?.kind === output.kind)
      joined[joined.length - 1] = { kind: output.kind, text: last.text + output.text };
    else joined.push(output);
  }
  return joined;
}

function fromBundle(data: Content, metadata: Content): WholeOutput | null {
  const view = asRecord(data[widgetKind])['model_id'];
  if (typeof view === 'string' && view !== '') {
    return {
      kind: widgetKind,
      model: view,
      state: '{}',
      ...(data['text/plain'] !== undefined && { text: joinLines(data['text/plain']) }),
    };
  }
  for (const kind of ['image/png', 'image/jpeg'] as const) {
    if (data[kind] === undefined) continue;
    const { width, height } = asRecord(metadata[kind]);
    const size = { ...(typeof width === 'number' && { width }), ...(typeof height === 'number' && { height }) };
    return { kind, data: joinLines(data[kind]).replaceAll(/\s/g, ''), ...size };
  }
  for (const kind of mediaKinds.filter((each) => each !== 'application/pdf'))
    if (data[kind] !== undefined) return { kind, data: joinLines(data[kind]).replaceAll(/\s/g, '') };
  if (data['image/svg+xml'] !== undefined) return { kind: 'image/svg+xml', svg: joinLines(data['image/svg+xml']) };
  const text = data['text/plain'] === undefined ? {} : { text: joinLines(data['text/plain']) };
  const frame = frameOf(data[frameKind]);
  if (data['text/html'] !== undefined)
    return { kind: 'text/html', html: joinLines(data['text/html']), ...text, ...frame };
  for (const kind of ['text/markdown', 'text/latex'] as const)
    if (data[kind] !== undefined) return { kind, text: joinLines(data[kind]) };
  if (data['application/json'] !== undefined)
    return { kind: 'application/json', json: compactJson(data['application/json']) };
  if (data['application/geo+json'] !== undefined)
    return { kind: 'application/geo+json', json: compactJson(data['application/geo+json']) };
  if (data['application/pdf'] !== undefined)
    return { kind: 'application/pdf', data: joinLines(data['application/pdf']).replaceAll(/\s/g, '') };
  if (data['application/javascript'] !== undefined)
    return { kind: 'application/javascript', text: joinLines(data['application/javascript']) };
  return text.text === undefined ? null : { kind: 'text/plain', text: text.text, ...frame };
}

/** What a kernel says of a data frame, which is looked at before it is believed. */
function frameOf(value: unknown): { frame?: ShownFrame } {
  const { id, rows, columns, isGeo } = asRecord(value);
  if (typeof id !== 'string' || id === '' || id.length > mostNameCharacters) return {};
  if (!Number.isSafeInteger(rows) || !Number.isSafeInteger(columns)) return {};
  return { frame: { id, rows: Number(rows), columns: Number(columns), ...(isGeo === true && { isGeo: true }) } };
}

function displayData(data: Content, metadata: Content = {}): JupyterOutput {
  return { output_type: 'display_data', data, metadata };
}

function asRecord(value: unknown): Content {
  return typeof value === 'object' && value !== null ? (value as Content) : {};
}
