import { addToWorkflow, newGeneralNode, readWorkflowGraph, setNodeData } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { useGraph } from '../graph/use-graph.ts';
import { WrittenArea } from '../../../platform/live-text/written-field.tsx';

afterEach(cleanup);

function Shown({ doc }: { doc: Y.Doc }) {
  const { text } = useGraph(doc).nodes[0]!.data as { text: string };
  return (
    <WrittenArea
      aria-label="Note"
      value={text}
      onWrite={(typed, before) => setNodeData(doc, 'note', { text: typed }, { text: before })}
    />
  );
}

function drawNote(text: string) {
  const [doc, others] = [new Y.Doc(), new Y.Doc()];
  addToWorkflow(doc, { nodes: [newGeneralNode('note', 'note', { x: 0, y: 0 }, { label: 'Note', text })], edges: [] });
  Y.applyUpdate(others, Y.encodeStateAsUpdate(doc));
  others.on('update', (update: Uint8Array) => Y.applyUpdate(doc, update));
  render(
    <GromaProvider>
      <Shown doc={doc} />
    </GromaProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  const written = () => (readWorkflowGraph(doc).nodes[0]!.data as { text: string }).text;
  return { field, written, others };
}

test('[WFL-188] what others write into a text leaves the cursor and the selection with their letters', () => {
  const { field, written, others } = drawNote('one two');
  field.focus();
  field.setSelectionRange(4, 7);
  act(() => setNodeData(others, 'note', { text: 'zero one two' }));
  act(() => setNodeData(others, 'note', { text: 'zero one two three' }));
  expect(field.value).toBe('zero one two three');
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('two');
  fireEvent.change(field, { target: { value: 'zero one 2 three' } });
  expect(written()).toBe('zero one 2 three');
});

test('[WFL-188] letters that are being composed stay while others write, and both are there afterwards', () => {
  const { field, written, others } = drawNote('one');
  fireEvent.compositionStart(field);
  fireEvent.change(field, { target: { value: 'oneに' } });
  act(() => setNodeData(others, 'note', { text: 'zero one' }));
  expect(field.value).toBe('oneに');
  fireEvent.change(field, { target: { value: 'one日' } });
  fireEvent.compositionEnd(field);
  expect(field.value).toBe(written());
  expect(written()).toContain('zero one');
  expect(written()).toContain('日');
  expect(written()).not.toContain('に');
});
