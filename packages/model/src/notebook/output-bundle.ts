import { compactJson } from './jupyter-file/exact-json.ts';
import { frameKind, widgetKind, type JupyterOutput, type OutputBundle, type WholeOutput } from './output.ts';

type Json = Record<string, unknown>;

/** Of the representations that are not shown the smallest are kept, as many as fit. */
const mostCharacters = 1_000_000;

/** What a display or result of a kernel has beside what is shown of it, as JSON; undefined where that is nothing. */
export function bundleOf(type: string, content: Json, shown: WholeOutput): string | undefined {
  if (!['display_data', 'execute_result', 'update_display_data'].includes(type)) return undefined;
  const others = Object.entries(recordOf(content['data'])).filter(
    ([kind]) => kind !== shown.kind && kind !== frameKind && !(kind === 'text/plain' && hasOwnText(shown)),
  );
  const data = Object.fromEntries(fitting(others));
  const metadata = withoutSize(recordOf(content['metadata']), shown);
  const usual = shown.kind === 'text/plain' ? 'execute_result' : 'display_data';
  const own = type === 'execute_result' ? type : 'display_data';
  if (Object.keys(data).length === 0 && Object.keys(metadata).length === 0 && own === usual) return undefined;
  const bundle = compactJson({ data, metadata, ...(own !== usual && { type: own }) } satisfies OutputBundle);
  return bundle.length > mostCharacters * 1.1 ? undefined : bundle;
}

/** An output as nbformat stores it, with what `bundleOf` has kept of it. */
export function withBundle(
  output: JupyterOutput,
  { bundle }: WholeOutput,
  executionCount: number | null,
  parse: (json: string) => unknown,
): JupyterOutput {
  if (bundle === undefined) return output;
  const { data, metadata, type = output.output_type } = recordOf(parsed(bundle, parse));
  // What has run in no numbered execution is not a result to nbformat.
  const isResult = type === 'execute_result' && executionCount !== null;
  return {
    output_type: isResult ? 'execute_result' : 'display_data',
    ...(isResult && { execution_count: executionCount }),
    data: { ...recordOf(output['data']), ...recordOf(data) },
    metadata: merged(recordOf(metadata), recordOf(output['metadata'])),
  };
}

/** Null for what a client has spoilt. */
function parsed(bundle: string, parse: (json: string) => unknown): unknown {
  try {
    return parse(bundle);
  } catch {
    return null;
  }
}

/** Of these the text that stands for them is kept with them. */
function hasOwnText({ kind }: WholeOutput): boolean {
  return kind === 'text/html' || kind === widgetKind;
}

function merged(one: Json, other: Json): Json {
  const both = Object.entries(other).map(([kind, value]) => [
    kind,
    kind in one ? { ...recordOf(one[kind]), ...recordOf(value) } : value,
  ]);
  return { ...one, ...(Object.fromEntries(both) as Json) };
}

function fitting(others: readonly [string, unknown][]): [string, unknown][] {
  const sized = others
    .map(([kind, value]) => ({ kind, value, size: JSON.stringify(value)?.length ?? 0 }))
    .toSorted((one, other) => one.size - other.size);
  let room = mostCharacters;
  return sized.filter(({ size }) => (room -= size) >= 0).map(({ kind, value }) => [kind, value]);
}

/** The size of a picture is kept with the picture. */
function withoutSize(metadata: Json, { kind }: WholeOutput): Json {
  if (kind !== 'image/png' && kind !== 'image/jpeg') return metadata;
  const { width, height, ...rest } = recordOf(metadata[kind]);
  const others = {
    ...rest,
    ...(typeof width !== 'number' && width !== undefined && { width }),
    ...(typeof height !== 'number' && height !== undefined && { height }),
  };
  const { [kind]: _own, ...remaining } = metadata;
  return Object.keys(others).length === 0 ? remaining : { ...remaining, [kind]: others };
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
