import { createReactBlockSpec } from '@blocknote/react';
import { cellCode, cellOf, codeCellType, notebookBlockTypes } from '@groma/model';
import { useContext } from 'react';
import { CodeCell } from '../cell/code-cell.tsx';
import { NotebookContext } from './notebook-context.ts';
import type { NotebookEditor } from './notebook-editor.ts';

const createSpec = createReactBlockSpec(
  { type: codeCellType, propSchema: { codeId: { default: notebookBlockTypes[codeCellType].props.codeId } }, content: 'none' },
  {
    render: ({ block, editor }) => <CodeCell blockId={block.id} codeId={block.props.codeId} editor={editor as unknown as NotebookEditor} />,
    toExternalHTML: ({ block }) => <CodeAsHtml codeId={block.props.codeId} />,
  },
);

/** What other programs get when the block is copied: its code. */
function CodeAsHtml({ codeId }: { codeId: string }) {
  const doc = useContext(NotebookContext)?.doc;
  const cell = doc && cellOf(doc, codeId);
  return <pre><code>{cell ? cellCode(cell).toString() : ''}</code></pre>;
}

/**
 * The block with runnable code. What happens inside belongs to its own editor and its buttons; only a drag over it is
 * the business of the notebook around it.
 */
export function codeCellSpec() {
  const spec = createSpec();
  const { render } = spec.implementation;
  spec.implementation.render = function renderCell(...args) {
    const view = render.apply(this, args);
    return Object.assign(view, { stopEvent: (event: Event) => !event.type.startsWith('drag') && event.type !== 'drop' });
  };
  return spec;
}
