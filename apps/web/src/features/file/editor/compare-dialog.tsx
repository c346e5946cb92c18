import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { baseName, fileText } from '@groma/model';
import { Button, Dialog, ErrorState, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { errorText } from '../../../platform/api.ts';
import { liveText } from '../../../platform/live-text/live-text.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { editorTheme } from './editor-theme.ts';
import { fileUndo } from './file-undo.ts';
import { languageOf } from './language-of.ts';
import { readFileText, settleFile } from './settle-file.ts';
import { useFileState } from './use-file-state.ts';

export interface Comparison {
  projectId: string;
  fileId: string;
  path: string;
  doc: Y.Doc;
  awareness: Awareness;
}

/** Shows the text of the file beside the edited one; single changes can be taken over before one of the two is kept. */
export function compareTexts(comparison: Comparison): void {
  openDialog(function CompareHost(props) {
    return <CompareDialog {...props} comparison={comparison} />;
  });
}

function CompareDialog({ opened, onClose, comparison }: DialogHostProps & { comparison: Comparison }) {
  const t = useText();
  const { projectId, fileId, path } = comparison;
  const { status } = useFileState(comparison.doc);
  // The file may change again while the two are compared, or somebody else may decide.
  const version = status.kind === 'conflict' ? status.version : undefined;
  useEffect(() => {
    if (opened && version === undefined) onClose();
  }, [opened, version, onClose]);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['file-theirs', projectId, path, version],
    queryFn: () => readFileText({ projectId, fileId }),
    gcTime: 0,
    enabled: version !== undefined,
    placeholderData: (before) => before,
  });
  const decide = async (choice: 'mine' | 'theirs') => {
    await settleFile(comparison, choice, version);
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('file.editor.compareTitle', { name: baseName(path) })}
      foot={
        <>
          <Button
            onClick={() => {
              void decide('theirs');
            }}
          >
            {t('file.editor.takeTheirs')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              void decide('mine');
            }}
          >
            {t('file.editor.keepMine')}
          </Button>
        </>
      }
    >
      <div className="file-compare-heads">
        <span>{t('file.editor.theirText')}</span>
        <span>{t('file.editor.ownText')}</span>
      </div>
      {error ? (
        <ErrorState
          title={errorText(error)}
          onRetry={() => {
            void refetch();
          }}
          isRetrying={isFetching}
        />
      ) : data ? (
        <Sides theirs={data.text} comparison={comparison} />
      ) : (
        <SkeletonRows rows={8} withIcon={false} />
      )}
    </Dialog>
  );
}

function Sides({ theirs, comparison }: { theirs: string; comparison: Comparison }) {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const { doc, awareness, path } = comparison;
  const text = fileText(doc);
  const [theirLabel, ownLabel, takeLabel] = [
    t('file.editor.theirText'),
    t('file.editor.ownText'),
    t('file.editor.takeChange'),
  ];
  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    let merge: MergeView | null = null;
    let isThere = true;
    const draw = (grammar: Extension) => {
      if (!isThere) return;
      const both: Extension = [
        EditorState.lineSeparator.of('\n'),
        lineNumbers(),
        EditorView.lineWrapping,
        editorTheme,
        grammar,
      ];
      merge = new MergeView({
        parent,
        gutter: true,
        revertControls: 'a-to-b',
        collapseUnchanged: { margin: 3, minSize: 8 },
        renderRevertControl: () => {
          const button = document.createElement('button');
          Object.assign(button, { type: 'button', textContent: '→', title: takeLabel });
          button.setAttribute('aria-label', takeLabel);
          return button;
        },
        a: {
          doc: theirs,
          extensions: [
            both,
            EditorState.readOnly.of(true),
            EditorView.contentAttributes.of({ 'aria-label': theirLabel }),
          ],
        },
        b: {
          doc: text.toString(),
          extensions: [
            both,
            EditorView.contentAttributes.of({ 'aria-label': ownLabel }),
            liveText(text, awareness, fileUndo(text)),
          ],
        },
      });
    };
    void (languageOf(path)?.load() ?? Promise.resolve([])).then(draw);
    return () => {
      isThere = false;
      merge?.destroy();
    };
  }, [theirs, text, awareness, path, theirLabel, ownLabel, takeLabel]);
  return <div ref={host} className="file-compare" dir="ltr" />;
}
