import { BlockNoteEditor, type Dictionary } from '@blocknote/core';
import { BlockNoteView } from '@blocknote/mantine';
import { FilePanelController, LinkToolbarController, TableHandlesController } from '@blocknote/react';
import { cellCode, cellOf, codeCellType, notebookCells, notebookFragment } from '@groma/model';
import { CodeIcon, PlusIcon, presenceColor, Button, useInterface } from '@groma/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useProject, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { fileDrop } from '../../registry/file-drop.ts';
import { createNotebookSchema } from './assemble-schema.ts';
import { codeAssist } from './assist/code-assist.ts';
import type { KernelQuestions } from './assist/kernel-question.ts';
import type { CursorField } from './block/cursor-field.ts';
import { MadeThings } from './output/made-things.tsx';
import { MarkupOutput } from './output/markup-output.tsx';
import { OutputPanel } from './output/output-panel.tsx';
import { OwnBlock } from './output/own-block.ts';
import type { CellHosts } from './cell/cell-hosts.ts';
import type { CellOutputProps, CellParts } from './cell/code-cell.tsx';
import { DrawnCells, HeldBlocks } from './cell/drawn-cells.tsx';
import { CommentContext } from './comment/comment-context.ts';
import { commentExtension } from './comment/comment-extension.ts';
import { CommentOnlyToolbar, CommentShortcut, CommentToolbarButton } from './comment/comment-toolbar.tsx';
import type { Comments } from './comment/use-comments.ts';
import type { CodeOfBlock } from './run/room-calls.ts';
import { addressOfPicture } from './picture/address-of-picture.ts';
import { PictureTaker } from './picture/picture-taker.ts';
import { useLint } from './lint/use-lint.ts';
import { droppedCode } from './drop/dropped-code.ts';
import { FileDropZone } from './drop/file-drop-zone.tsx';
import { readingOrder } from './block/block-order.ts';
import { blockUndo } from './block/block-undo.ts';
import { FirstBlocks } from './editor/first-blocks.ts';
import { useDictionary } from './editor/dictionary/dictionary.ts';
import { enterSelectedCells } from './editor/enter-cell.ts';
import { isToBeEntered } from './notebooks/enter-made.ts';
import { markedBlocks } from './block/marked-blocks.ts';
import { splitCode } from './command/block-actions.ts';
import { CommandMode } from './command/command-mode.tsx';
import { appendBlock, focusWhenDrawn, insertCodeBeside } from './editor/insert-block.ts';
import { Explanation } from './suggest/explanation.tsx';
import { PromptBar } from './suggest/prompt-bar.tsx';
import { SuggestionView } from './suggest/suggestion-view.tsx';
import { FindBar } from './find/find-bar.tsx';
import { findInCode, findInText } from './find/find-marks.ts';
import type { FindPlace } from './find/find-session.ts';
import type { FindStore } from './find/find-store.ts';
import { followHeadings } from './outline/follow-headings.ts';
import type { OutlineStore } from './outline/outline-store.ts';
import { lendBlocks } from './assist/lent-blocks.ts';
import { NotebookContext, type Notebook } from './block/notebook-context.ts';
import type { NotebookEditor } from './block/notebook-editor.ts';
import { keepCodeOwn } from './editor/own-cells.ts';
import { lendAddedCode } from './block/added-code.ts';
import { lendCode } from './block/lent-code.ts';
import { promptSelection } from './editor/prompt-selection.ts';
import { BlockSideMenu } from './editor/side-menu.tsx';
import { SlashMenu } from './editor/slash-menu.tsx';
import { leadTabOn } from './editor/tab-on.ts';
import { textToolbar } from './editor/text-toolbar.tsx';
import { ToolbarAtSelection } from './editor/toolbar-at-selection.tsx';
import { fenceColours } from './text/fence-extension.ts';
import { formulaExtension, showSourceAt } from './text/formula-extension.ts';
import './editor/blocks.css';
import './text/text.css';

const NotebookToolbar = textToolbar(CommentToolbarButton);

interface BlocksViewProps {
  notebook: Notebook;
  /** Where the code blocks stand, and which of them are drawn. */
  hosts: CellHosts;
  comments: Comments;
  outline: OutlineStore;
  find: FindStore;
  /** What can be asked of the kernel while code is written. */
  questions: KernelQuestions;
  textCursors: CursorField;
  /** Lends the way to read all code in its order. */
  onReady(readCode: () => CodeOfBlock[]): void;
}

/**
 * The blocks of a notebook, edited together. Only to be drawn once the document is in step with the server (NBK-021).
 */
export function BlocksView(props: BlocksViewProps) {
  const found = useDictionary();
  // The editor takes its words once: another language is another editor.
  return found && <Blocks key={found.locale} {...props} dictionary={found.dictionary} />;
}

function Blocks({
  notebook,
  hosts,
  comments,
  outline,
  find,
  questions,
  textCursors,
  onReady,
  dictionary,
}: BlocksViewProps & { dictionary: Dictionary | undefined }) {
  const t = useText();
  const { scheme } = useInterface();
  const { doc, views, isEditable, isPaused } = notebook;
  const editor = useNotebookEditor(notebook, hosts, comments, textCursors, dictionary);
  const parts = useCellParts(notebook, questions);
  const { store, mayComment } = comments;
  const textComments = useMemo(() => ({ store, mayComment }), [store, mayComment]);
  useEffect(() => keepCodeOwn(editor, doc), [editor, doc]);
  useEffect(() => lendCode(doc), [doc]);
  useEffect(() => followHeadings(editor, outline), [editor, outline]);
  useEffect(
    () => lendBlocks(notebook.id, { doc, selected: () => editor.getSelection()?.blocks.map(({ id }) => id) ?? [] }),
    [editor, doc, notebook.id],
  );
  useEffect(
    () =>
      lendAddedCode(notebook.id, (besideId, code) => insertCodeBeside(editor, doc, views, besideId, 'after', { code })),
    [editor, doc, views, notebook.id],
  );
  const showSource = useCallback<FindPlace['showSource']>(
    (range) => {
      if (editor.prosemirrorView) showSourceAt(editor.prosemirrorView, range);
    },
    [editor],
  );
  useEffect(() => {
    blockUndo(editor);
  }, [editor]);
  useEffect(() => enterSelectedCells(editor, views), [editor, views]);
  useEffect(() => leadTabOn(editor), [editor]);
  useEffect(() => {
    const [first] = editor.document;
    if (first && isToBeEntered(notebook.id)) focusWhenDrawn(editor, views, first.id);
  }, [editor, views, notebook.id]);
  // The view is told by itself: BlockNote would take all blocks out of the page and make them anew, with their cursors
  // and places.
  useEffect(() => {
    editor.prosemirrorView?.setProps({ editable: () => !isPaused });
  }, [editor, isPaused]);
  useLint(editor, doc, views, isEditable);
  useEffect(() => onReady(() => readCode(editor, doc)), [editor, doc, onReady]);
  return (
    <NotebookContext value={notebook}>
      <CommentContext value={textComments}>
        <FileDropZone
          isEditable={isEditable}
          onCode={(code, { blockId, side }) => insertCodeBeside(editor, doc, views, blockId, side, code)}
        >
          <HeldBlocks hosts={hosts} />
          <CommandMode editor={editor} />
          <FindBar editor={editor} store={find} showSource={showSource} />
          <BlockNoteView
            editor={editor as never}
            editable={isEditable || isPaused}
            theme={scheme}
            className="blocks"
            formattingToolbar={false}
            slashMenu={false}
            sideMenu={false}
            emojiPicker={false}
            linkToolbar={false}
            filePanel={false}
            tableHandles={false}
            comments={false}
          >
            {isEditable && (
              <>
                <SlashMenu editor={editor} />
                <BlockSideMenu editor={editor} />
                <ToolbarAtSelection toolbar={NotebookToolbar} />
                <LinkToolbarController />
                <FilePanelController />
                <TableHandlesController />
              </>
            )}
            {!isEditable && mayComment && <ToolbarAtSelection toolbar={CommentOnlyToolbar} />}
            <CommentShortcut />
            <DrawnCells hosts={hosts} editor={editor} parts={parts} />
          </BlockNoteView>
          {isEditable && (
            <div className="blocks-foot">
              <Button
                size="s"
                variant="quiet"
                icon={<CodeIcon size={14} />}
                onClick={() => appendBlock(editor, doc, views, codeCellType)}
              >
                {t('notebook.addCode')}
              </Button>
              <Button
                size="s"
                variant="quiet"
                icon={<PlusIcon size={14} />}
                onClick={() => appendBlock(editor, doc, views, 'paragraph')}
              >
                {t('notebook.addText')}
              </Button>
            </div>
          )}
        </FileDropZone>
      </CommentContext>
    </NotebookContext>
  );
}

function useNotebookEditor(
  { id, doc }: Notebook,
  hosts: CellHosts,
  comments: Comments,
  textCursors: CursorField,
  dictionary: Dictionary | undefined,
): NotebookEditor {
  const t = useText();
  const user = useSession();
  const { id: projectId } = useProject();
  const schema = useMemo(() => createNotebookSchema(doc, hosts), [doc, hosts]);
  const [pictures] = useState(() => new PictureTaker());
  const editor = useMemo(() => {
    const blocks = new FirstBlocks({
      fragment: notebookFragment(doc),
      provider: { awareness: textCursors.awareness },
      user: { id: user.id, name: user.username, color: presenceColor(user.id).hex },
    });
    const made = BlockNoteEditor.create({
      schema,
      uploadFile: (file: File, blockId?: string) => pictures.take(file, blockId),
      resolveFileUrl: async (url: string) => addressOfPicture(url, { notebookId: id, projectId }),
      trailingBlock: false,
      tabBehavior: 'prefer-indent' as const,
      animations: false,
      domAttributes: { editor: { 'aria-label': t('notebook.editor') } },
      // Its history would undo other people's work. The cursor in gaps would stand inside a block, before its code or
      // input, where no cursor is seen and nothing can be written.
      disableExtensions: ['history', 'gapCursor'],
      // The same on every page, until the blocks are there.
      initialContent: [{ type: 'paragraph', id: 'initialBlockId' }],
      ...(dictionary ? { dictionary } : {}),
      placeholders: { default: t('notebook.placeholder'), emptyDocument: t('notebook.placeholder') },
      tables: { headers: true, splitCells: false },
      extensions: [
        commentExtension(comments.store),
        promptSelection,
        markedBlocks,
        findInText,
        fenceColours,
        formulaExtension(),
        blocks.extension,
      ],
    });
    blocks.show(made as never);
    return made as unknown as NotebookEditor;
    // The editor takes its parts once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [doc, textCursors]);
  useEffect(() => pictures.serve(editor), [pictures, editor]);
  return editor;
}

/** What code blocks are given of the kernel, of dropped files and of outputs. */
function useCellParts({ doc, views, isEditable }: Notebook, questions: KernelQuestions): CellParts {
  return useMemo(
    () => ({
      Output: CellOutput,
      Prompt: PromptBar,
      Suggestion: SuggestionView,
      Explanation: CellExplanation,
      split: (editor, blockId, at) => {
        const made = splitCode(editor, doc, blockId, at);
        if (made !== undefined) focusWhenDrawn(editor, views, made);
        return made !== undefined;
      },
      assist: (language) => [
        findInCode,
        codeAssist({ questions, readAll: () => allCode(doc), language, isEditable }),
        fileDrop((files, place) => droppedCode(files, place, language)),
      ],
    }),
    [questions, doc, views, isEditable],
  );
}

function CellOutput({ block, ...props }: CellOutputProps) {
  return (
    <OwnBlock value={block}>
      <OutputPanel {...props} />
      <MadeThings block={block} outputs={props.outputs} />
    </OwnBlock>
  );
}

function CellExplanation({ blockId }: { blockId: string }) {
  return <Explanation blockId={blockId} Markdown={ExplanationText} />;
}

function ExplanationText({ text }: { text: string }) {
  return <MarkupOutput kind="text/markdown" text={text} isExpanded />;
}

function* allCode(doc: Notebook['doc']): Iterable<string> {
  for (const cell of notebookCells(doc).values()) yield cellCode(cell).toString();
}

function readCode(editor: NotebookEditor, doc: Notebook['doc']): CodeOfBlock[] {
  return readingOrder(editor.document).flatMap((block) => {
    const cell = block.type === codeCellType ? cellOf(doc, block.props.codeId) : undefined;
    return cell ? [{ blockId: block.id, code: cellCode(cell).toString() }] : [];
  });
}
