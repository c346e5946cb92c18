import { gotoLine, openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { baseName, fileText } from '@groma/model';
import {
  AvatarGroup,
  Badge,
  DotsIcon,
  DownloadIcon,
  IconButton,
  Menu,
  Note,
  SearchIcon,
  toast,
  Tooltip,
  UploadIcon,
} from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import type { LiveDocument } from '../../../platform/live.ts';
import { isOpenToEdits, useOutage } from '../../../platform/outage.ts';
import { useReturningFocus } from '../../../platform/return-focus.ts';
import { useCan, useSession } from '../../../platform/session.ts';
import { createStored } from '../../../platform/stored.ts';
import { useText } from '../../../platform/text.ts';
import type { PanelApi } from '../../../registry/panel.ts';
import { movePanels } from '../action/moved-panels.ts';
import { download } from '../action/file-actions.tsx';
import { compareTexts } from './compare-dialog.tsx';
import { EditorFoot, setEncoding } from './editor-foot.tsx';
import { FileNotice } from './file-notice.tsx';
import { overwriteText } from './overwrite-text.ts';
import { SavingMark } from './saving-mark.tsx';
import { TextEditor, type Place } from './text-editor.tsx';
import { useFileState } from './use-file-state.ts';
import { usePeople } from './use-people.ts';

interface LiveEditorProps {
  live: LiveDocument;
  projectId: string;
  fileId: string;
  path: string;
  panel: PanelApi;
}

const useWrapping = createStored('groma.editor', { isWrapped: false });

/** A text file that is in step with the server: bar, what must be said, the text, and what concerns all of it. */
export function LiveEditor({ live, projectId, fileId, path: panelPath, panel }: LiveEditorProps) {
  const t = useText();
  const { doc, state, connection } = live;
  const { path: ownPath, status, format } = useFileState(doc);
  const path = ownPath ?? panelPath;
  const user = useSession();
  const people = usePeople(connection.awareness, { id: user.id, name: user.username });
  const outage = useOutage(state.lostAt);
  const part = useRef<HTMLDivElement>(null);
  useReturningFocus(part, outage === 'long');
  const mayEdit = useCan('edit-on-open', 'file') && state.canWrite;
  const mayDownload = useCan('download', 'file');
  const isEditable = mayEdit && status.kind !== 'gone' && isOpenToEdits(state, outage);
  const { isWrapped } = useWrapping();
  const [place, setPlace] = useState<Place>({ line: 1, column: 1, selected: 0 });
  const [view, setView] = useState<EditorView | null>(null);
  useFollowing(panelPath, path);
  const menu = [
    ...(mayDownload
      ? [
          {
            key: 'download',
            label: t('file.download'),
            icon: <DownloadIcon />,
            onSelect: () => {
              void download({ id: path, name: baseName(path) });
            },
          },
        ]
      : []),
    ...(isEditable
      ? [
          {
            key: 'overwrite',
            label: t('file.editor.overwrite'),
            icon: <UploadIcon />,
            onSelect: () => {
              if (view) void overwriteText(view);
            },
          },
        ]
      : []),
  ];
  return (
    <div ref={part} className="file-editor">
      <header className="file-editor-bar">
        <code dir="ltr" title={path}>
          {path}
        </code>
        {mayEdit ? (
          <SavingMark state={state} status={status.kind} />
        ) : (
          <Tooltip label={t('file.editor.viewOnlyReason')}>
            <span tabIndex={0}>
              <Badge>{t('file.viewOnly')}</Badge>
            </span>
          </Tooltip>
        )}
        <span className="file-editor-space" />
        {people.length > 0 && <AvatarGroup size="s" people={[...people]} label={t('file.editor.peopleHere')} />}
        <IconButton
          label={t('file.editor.find')}
          shortcut="Ctrl+F"
          icon={<SearchIcon />}
          onClick={() => {
            if (view) openSearchPanel(view);
          }}
        />
        {menu.length > 0 && (
          <Menu items={menu} target={<IconButton label={t('file.editor.more')} icon={<DotsIcon />} />} />
        )}
      </header>
      <FileNotice
        status={status}
        room={{ projectId, fileId, path }}
        mayEdit={mayEdit}
        onClose={panel.close}
        onEncoding={(encoding) => {
          setEncoding(doc, encoding);
        }}
        onCompare={() => {
          compareTexts({ projectId, fileId, path, doc, awareness: connection.awareness });
        }}
      />
      {outage === 'long' && <OutageNotice state={state} />}
      <TextEditor
        text={fileText(doc)}
        awareness={connection.awareness}
        path={path}
        isEditable={isEditable}
        isWrapped={isWrapped}
        onPlace={setPlace}
        onView={setView}
      />
      <EditorFoot
        doc={doc}
        room={{ projectId, fileId, path }}
        format={format}
        place={place}
        isEditable={isEditable}
        isWrapped={isWrapped}
        onWrap={(value) => {
          useWrapping.setState({ isWrapped: value });
        }}
        onGoToLine={() => {
          if (view) gotoLine(view);
        }}
      />
      <RefusalNotice refusal={state.refusal} />
    </div>
  );
}

/**
 * The panel of a file that somebody renamed or moved shows it under its new name. A rename of one's own has moved the
 * panel before the document tells of it.
 */
function useFollowing(panelPath: string, path: string): void {
  const shown = useRef(panelPath);
  useEffect(() => {
    shown.current = panelPath;
  });
  useEffect(() => {
    if (path !== shown.current) movePanels(shown.current, path);
  }, [path]);
}

/** Says why the text can only be read: the server has been away for too long (SHL-120). */
function OutageNotice({ state: { saved, isKept } }: { state: LiveDocument['state'] }) {
  const t = useText();
  const key = saved ? 'file.editor.outage' : isKept ? 'file.editor.outageKept' : 'file.editor.outageNotKept';
  return (
    <div className="file-editor-notice" role="status">
      <Note kind="warning">{t(key)}</Note>
    </div>
  );
}

/** An edit the server did not take is said, once. */
function RefusalNotice({ refusal }: { refusal: string | null }) {
  const t = useText();
  useEffect(() => {
    if (refusal)
      toast.error(t(refusal === 'DISK_FULL' ? 'file.editor.refusedDiskFull' : 'file.editor.editRefused'), {
        id: 'file-edit-refused',
      });
  }, [refusal, t]);
  return null;
}
