import {
  BasicTextStyleButton,
  BlockTypeSelect,
  CreateLinkButton,
  FileCaptionButton,
  FileDeleteButton,
  FileReplaceButton,
  FormattingToolbar,
  TextAlignButton,
  useBlockNoteEditor,
  useSelectedBlocks,
} from '@blocknote/react';
import { codeCellType, plainTextType } from '@groma/model';
import { CommentToolbarButton } from '../comment/comment-toolbar.tsx';
import { ToolbarAtSelection } from './toolbar-at-selection.tsx';

const styles = ['bold', 'italic', 'underline', 'strike', 'code'] as const;
const alignments = ['left', 'center', 'right'] as const;
const withoutText: ReadonlySet<string> = new Set([codeCellType, plainTextType, 'divider']);

/** What can be done with selected text: its kind, marks, alignment, a link (NBK-011). */
function TextToolbar() {
  const editor = useBlockNoteEditor();
  const blocks = useSelectedBlocks(editor);
  if (blocks.every(({ type }) => withoutText.has(type))) return null;
  return (
    <FormattingToolbar>
      <BlockTypeSelect />
      <FileCaptionButton />
      <FileReplaceButton />
      <FileDeleteButton />
      {styles.map((style) => (
        <BasicTextStyleButton key={style} basicTextStyle={style} />
      ))}
      {alignments.map((alignment) => (
        <TextAlignButton key={alignment} textAlignment={alignment} />
      ))}
      <CreateLinkButton />
      <CommentToolbarButton />
    </FormattingToolbar>
  );
}

export function NotebookToolbar() {
  return <ToolbarAtSelection toolbar={TextToolbar} />;
}
