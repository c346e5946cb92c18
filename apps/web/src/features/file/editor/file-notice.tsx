import { baseName, encodingLabel, type FileStatus, type LegacyEncoding } from '@groma/model';
import { Button, Note } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { askToSaveAs } from './encoding-dialog.tsx';
import { settleFile } from './settle-file.ts';

interface FileNoticeProps {
  status: FileStatus;
  room: { projectId: string; fileId: string; path: string };
  mayEdit: boolean;
  onCompare(): void;
  /** The file is to be written in another encoding. */
  onEncoding(encoding: LegacyEncoding): void;
  onClose(): void;
}

/**
 * Says when text and file are apart, and offers what can be done: the file changed outside, has gone, or cannot be
 * written.
 */
export function FileNotice({ status, room, mayEdit, onCompare, onEncoding, onClose }: FileNoticeProps) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const name = baseName(room.path);
  const settle = async (choice: 'mine' | 'theirs' | 'restore', version?: string) => {
    setBusy(true);
    await settleFile(room, choice, version);
    setBusy(false);
  };
  switch (status.kind) {
    case 'in-step':
      return null;
    case 'unwritten':
      return (
        <div className="file-editor-notice">
          <Note kind="warning">
            {t(status.code === 'DISK_FULL' ? 'file.editor.diskFull' : 'file.editor.unwritten', { name })}
          </Note>
        </div>
      );
    case 'gone':
      return (
        <div className="file-editor-notice">
          <Note
            kind="warning"
            action={
              <div className="file-editor-choices">
                {mayEdit && (
                  <Button
                    size="s"
                    loading={isBusy}
                    onClick={() => {
                      void settle('restore');
                    }}
                  >
                    {t('file.editor.putBack')}
                  </Button>
                )}
                <Button size="s" variant="quiet" onClick={onClose}>
                  {t('file.editor.close')}
                </Button>
              </div>
            }
          >
            {t('file.editor.gone', { name })}
          </Note>
        </div>
      );
    case 'conflict':
      return (
        <div className="file-editor-notice">
          <Note
            kind="warning"
            action={
              mayEdit && (
                <div className="file-editor-choices">
                  {status.isText && (
                    <Button size="s" onClick={onCompare}>
                      {t('file.editor.compare')}
                    </Button>
                  )}
                  {status.isText && (
                    <Button
                      size="s"
                      disabled={isBusy}
                      onClick={() => {
                        void settle('theirs', status.version);
                      }}
                    >
                      {t('file.editor.takeTheirs')}
                    </Button>
                  )}
                  <Button
                    size="s"
                    disabled={isBusy}
                    onClick={() => {
                      void settle('mine', status.version);
                    }}
                  >
                    {t('file.editor.keepMine')}
                  </Button>
                </div>
              )
            }
          >
            {t(status.isText ? 'file.editor.conflict' : 'file.editor.conflictNoText', { name })}
          </Note>
        </div>
      );
    case 'unencodable':
      return (
        <div className="file-editor-notice">
          <Note
            kind="warning"
            action={
              mayEdit && (
                <div className="file-editor-choices">
                  <Button
                    size="s"
                    onClick={() => {
                      onEncoding('utf-8');
                    }}
                  >
                    {t('file.editor.saveAsUtf8')}
                  </Button>
                  <Button
                    size="s"
                    onClick={() => {
                      askToSaveAs(room.path, status.encoding, onEncoding);
                    }}
                  >
                    {t('file.editor.otherEncoding')}
                  </Button>
                </div>
              )
            }
          >
            {t('file.editor.unencodable', {
              name,
              encoding: encodingLabel(status.encoding),
              letters: status.letters.join(' '),
            })}
          </Note>
        </div>
      );
    default:
      return status satisfies never;
  }
}
