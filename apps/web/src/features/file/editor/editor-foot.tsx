import {
  encodingLabel,
  fileFormat,
  fileText,
  isUnicode,
  replaceText,
  setFileFormat,
  type LegacyEncoding,
  type TextFormat,
} from '@groma/model';
import { Menu } from '@groma/ui';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import { previewOf } from '../entry/opening-rule.ts';
import { openPreview } from '../action/open-as.ts';
import { askToReopen, askToSaveAs } from './encoding-dialog.tsx';
import { languageOf } from './language-of.ts';
import type { FileRoomOf } from './settle-file.ts';
import type { Place } from './text-editor.tsx';

interface EditorFootProps {
  doc: Y.Doc;
  room: FileRoomOf;
  format: TextFormat;
  place: Place;
  isEditable: boolean;
  isWrapped: boolean;
  onGoToLine(): void;
  onWrap(isWrapped: boolean): void;
}

/** What concerns the whole text: place, language, encoding, line ends, wrapping. */
export function EditorFoot({ doc, room, format, place, isEditable, isWrapped, onGoToLine, onWrap }: EditorFootProps) {
  const t = useText();
  const ending = t(`file.editor.lineEnding.${format.lineEnding}`);
  const { path } = room;
  const encoding = useEncodingName(format);
  const endings = (['lf', 'crlf'] as const).map((each) => ({
    key: each,
    label: t(`file.editor.lineEndingLong.${each}`),
    active: format.lineEnding === each,
    onSelect: () => {
      setLineEnding(doc, each);
    },
  }));
  return (
    <footer className="file-editor-foot">
      <button type="button" onClick={onGoToLine} title={t('file.editor.goToLineHint')}>
        {t('file.editor.place', { line: place.line, column: place.column })}
      </button>
      {place.selected > 0 && <span>{t('file.editor.selected', { count: place.selected })}</span>}
      <span className="file-editor-space" />
      {previewOf(path) && (
        <button type="button" onClick={() => openPreview(path)}>
          {t('file.viewer.showPreview')}
        </button>
      )}
      <span>{languageOf(path)?.name ?? t('file.editor.plainText')}</span>
      {isEditable ? (
        <Menu
          items={[
            {
              key: 'reopen',
              label: t('file.editor.reopenWith'),
              onSelect: () => {
                askToReopen(room, format.encoding);
              },
            },
            {
              key: 'save',
              label: t('file.editor.saveWith'),
              onSelect: () => {
                askToSaveAs(path, format.encoding, (chosen) => {
                  setEncoding(doc, chosen);
                });
              },
            },
          ]}
          target={
            <button type="button" aria-label={t('file.editor.encodingIs', { encoding })}>
              {encoding}
            </button>
          }
        />
      ) : (
        <span>{encoding}</span>
      )}
      {isEditable ? (
        <Menu
          items={endings}
          target={
            <button type="button" aria-label={t('file.editor.lineEndingIs', { ending })}>
              {ending}
            </button>
          }
        />
      ) : (
        <span>{ending}</span>
      )}
      <button
        type="button"
        aria-pressed={isWrapped}
        onClick={() => {
          onWrap(!isWrapped);
        }}
      >
        {t('file.editor.wrap')}
      </button>
    </footer>
  );
}

/** The encoding as the foot says it: with its mark, and whether it was guessed. */
function useEncodingName({ encoding, hasMark, isGuessed }: TextFormat): string {
  const t = useText();
  const name = encodingLabel(encoding);
  return isGuessed
    ? t('file.editor.guessed', { encoding: name })
    : hasMark && encoding === 'utf-8'
      ? t('file.editor.withMark', { encoding: name })
      : name;
}

/**
 * The file is written in this encoding from now on. Unicode keeps its mark; UTF-16 needs one to be known for what it
 * is.
 */
export function setEncoding(doc: Y.Doc, encoding: LegacyEncoding): void {
  doc.transact(() => {
    const { hasMark, lineEnding } = fileFormat(doc);
    setFileFormat(doc, { encoding, lineEnding, hasMark: isUnicode(encoding) && (hasMark || encoding !== 'utf-8') });
  });
}

/** Lines end otherwise from now on; the carriage returns of a mixed file go. */
function setLineEnding(doc: Y.Doc, lineEnding: 'lf' | 'crlf'): void {
  doc.transact(() => {
    const before = fileFormat(doc);
    if (before.lineEnding === 'mixed') replaceText(fileText(doc), fileText(doc).toString().replace(/\r\n?/g, '\n'));
    setFileFormat(doc, { ...before, lineEnding });
  });
}
