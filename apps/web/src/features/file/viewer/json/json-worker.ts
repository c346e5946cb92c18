import { parseWholeJson } from '../../../../platform/whole-json.ts';
import { childrenOf, firstRows, type JsonRow } from './json-node.ts';

/** Parses JSON and answers for its nodes, off the thread that draws. */
export type JsonQuestion = { id: number; url: string } | { id: number; row: Pick<JsonRow, 'path' | 'range'> };
export type JsonAnswer =
  | { id: number; first: ReturnType<typeof firstRows> }
  | { id: number; children: JsonRow[] }
  | { id: number; failure: 'fetch' | 'parse'; message: string };

let root: unknown = null;

async function answer(question: JsonQuestion): Promise<JsonAnswer> {
  const { id } = question;
  if ('row' in question) return { id, children: childrenOf(root, question.row) };
  const response = await fetch(question.url).catch(() => null);
  if (!response?.ok) return { id, failure: 'fetch', message: '' };
  try {
    root = parseWholeJson((await response.text()).replace(/^\uFEFF/, ''));
    return { id, first: firstRows(root) };
  } catch (error) {
    return { id, failure: 'parse', message: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<JsonQuestion>) => {
  void answer(data).then((reply) => {
    postMessage(reply);
  });
});
