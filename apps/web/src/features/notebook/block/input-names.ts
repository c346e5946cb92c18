import type { NotebookEditor } from './notebook-editor.ts';

/** What the search needs of the text editor's own document. */
interface TextNode {
  type: { name: string };
  attrs: Readonly<Record<string, unknown>>;
  firstChild: TextNode | null;
  descendants(visit: (node: TextNode) => boolean): void;
}

/** Names of variables of the input blocks, by block id, in reading order. */
export function namesOfInputs(doc: TextNode): Map<string, string> {
  const names = new Map<string, string>();
  doc.descendants((node) => {
    const isContainer = node.type.name === 'blockContainer';
    const name: unknown = isContainer ? node.firstChild?.attrs['varName'] : undefined;
    if (typeof name === 'string') names.set(String(node.attrs['id']), name);
    return isContainer || node.type.name === 'blockGroup';
  });
  return names;
}

export function inputNamesOf(editor: NotebookEditor): Map<string, string> {
  return namesOfInputs(editor.prosemirrorState.doc as unknown as TextNode);
}
