import { FormattingToolbarExtension } from '@blocknote/core/extensions';
import {
  FormattingToolbar,
  useBlockNoteEditor,
  useComponentsContext,
  useExtension,
  useSelectedBlocks,
} from '@blocknote/react';
import { commentableBlockTypes } from '@groma/model';
import { MessagePlusIcon } from '@groma/ui';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect } from 'react';
import { useText } from '../../../platform/text.ts';
import { useTextComments } from './comment-context.ts';
import { pendingThread } from './comment-places.ts';
import { beginThread, type CommentStore } from './comment-store.ts';

/** Begins a thread about the selected text. Only blocks of text that can be commented on show it (NBK-012). */
export function CommentToolbarButton() {
  const t = useText();
  const editor = useBlockNoteEditor();
  const Components = useComponentsContext();
  const toolbar = useExtension(FormattingToolbarExtension, { editor });
  const { store, mayComment } = useTextComments();
  const blocks = useSelectedBlocks(editor);
  if (!Components || !mayComment || !blocks.every(({ type }) => commentableBlockTypes.has(type))) return null;
  const begin = () => {
    if (beginAt(editor.prosemirrorView, store)) toolbar.store.setState(false);
  };
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t('notebook.comment.add')}
      mainTooltip={t('notebook.comment.add')}
      secondaryTooltip="Ctrl+Alt+M"
      icon={<MessagePlusIcon size={16} />}
      onClick={begin}
    />
  );
}

/** What those who may comment but not write find at selected text (NBK-016). */
export function CommentOnlyToolbar() {
  return (
    <FormattingToolbar>
      <CommentToolbarButton />
    </FormattingToolbar>
  );
}

/** Ctrl+Alt+M begins a thread about the selected text. */
export function CommentShortcut() {
  const editor = useBlockNoteEditor();
  const { store, mayComment } = useTextComments();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayComment || event.code !== 'KeyM' || !event.altKey || !(event.ctrlKey || event.metaKey)) return;
      if (beginAt(editor.prosemirrorView, store)) event.preventDefault();
    };
    const panel = editor.domElement?.closest('.notebook');
    panel?.addEventListener('keydown', onKeyDown as EventListener);
    return () => panel?.removeEventListener('keydown', onKeyDown as EventListener);
  }, [editor, store, mayComment]);
  return null;
}

/** What was selected is drawn as the text of the new thread from then on. */
function beginAt(view: EditorView, store: CommentStore): boolean {
  const pending = pendingThread(view);
  if (!pending) return false;
  beginThread(store, pending);
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.selection.$to, -1)));
  if (!view.editable) document.getSelection()?.removeAllRanges();
  return true;
}
