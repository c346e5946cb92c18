import type { EditorState } from 'prosemirror-state';
import { blockContent } from '../block/block-element.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import type { Heading, OutlineStore } from './outline-store.ts';

/** So far below the upper edge a heading is that of what is in sight. */
const nearPixels = 48;

/** Keeps the headings of a notebook and the one in sight in its outline. Returns how to end it. */
export function followHeadings(editor: NotebookEditor, store: OutlineStore): () => void {
  const scroll = editor.domElement?.closest<HTMLElement>('.notebook-scroll');
  let frame: number | null = null;
  const look = () => {
    frame = null;
    const before = store.getState();
    const found = headingsOf(editor.prosemirrorState.doc);
    const headings = isSame(found, before.headings) ? before.headings : found;
    const current = before.isOpen ? headingInSight(editor, headings, scroll) : before.current;
    if (headings !== before.headings || current !== before.current) store.setState({ headings, current });
  };
  const later = () => {
    frame ??= requestAnimationFrame(look);
  };
  store.setState({ go: (id) => goTo(editor, id) });
  look();
  const stopChanges = editor.onChange(later);
  const stopOpen = store.subscribe((now, before) => {
    if (now.isOpen && !before.isOpen) later();
  });
  scroll?.addEventListener('scroll', later, { passive: true });
  return () => {
    if (frame !== null) cancelAnimationFrame(frame);
    stopChanges();
    stopOpen();
    scroll?.removeEventListener('scroll', later);
    store.setState({ headings: [], current: null });
  };
}

/** The headings of a document that say something, in their order. */
function headingsOf(doc: EditorState['doc']): Heading[] {
  const found: Heading[] = [];
  let id = '';
  doc.descendants((node) => {
    if (node.type.name === 'blockContainer') id = String(node.attrs['id'] ?? '');
    if (node.type.name === 'heading') {
      const text = node.textContent.trim();
      if (text !== '') found.push({ id, level: Number(node.attrs['level']) || 1, text });
    }
    return !node.isTextblock;
  });
  return found;
}

function isSame(one: readonly Heading[], other: readonly Heading[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, level, text }, i) => {
      const its = other[i]!;
      return its.id === id && its.level === level && its.text === text;
    })
  );
}

/** The last heading above what is in sight: headings stand below each other, so that few are looked at. */
function headingInSight(
  editor: NotebookEditor,
  headings: readonly Heading[],
  scroll: HTMLElement | null | undefined,
): string | null {
  if (!scroll) return headings[0]?.id ?? null;
  const edge = scroll.getBoundingClientRect().top + nearPixels;
  const isAbove = ({ id }: Heading): boolean =>
    (blockContent(id, editor)?.getBoundingClientRect().top ?? Infinity) <= edge;
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAbove(headings[middle]!)) low = middle + 1;
    else high = middle;
  }
  return headings[Math.max(0, low - 1)]?.id ?? null;
}

function goTo(editor: NotebookEditor, id: string): void {
  if (!editor.getBlock(id)) return;
  editor.setTextCursorPosition(id, 'start');
  editor.focus();
  blockContent(id, editor)?.scrollIntoView({ block: 'start' });
}
