import { Button, CodeIcon, EmptyState, FileImportIcon, SkeletonRows } from '@groma/ui';
import { useMemo } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { useText } from '../../../../platform/text.ts';
import { canRun, runCommand } from '../../../../registry/command.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { folderOf } from '../../entry/file-path.ts';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import { openSource } from '../../action/open-as.ts';
import { useContent } from '../use-content.ts';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { readNotebook, type ShownCell, type ShownNotebook, type ShownOutput } from './read-notebook.ts';
import './notebook-panel.css';

/** A notebook file to read: code, texts and the outputs it was saved with. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return <ViewerFrame path={path}>{(file) => <Notebook file={file} />}</ViewerFrame>;
}

function Notebook({ file }: { file: OpenedFile }) {
  const t = useText();
  const { data, error, refetch } = useContent(file);
  const read = useMemo(() => (data === undefined ? null : parsed(data)), [data]);
  return (
    <>
      <ViewerTools>
        {canRun('notebook.import-file') && (
          <Button
            size="s"
            icon={<FileImportIcon />}
            onClick={() => {
              void runCommand('notebook.import-file', { path: file.path });
            }}
          >
            {t('file.viewer.importNotebook')}
          </Button>
        )}
        <Button size="s" variant="quiet" icon={<CodeIcon />} onClick={() => openSource(file.path, file.bytes)}>
          {t('file.viewer.source')}
        </Button>
      </ViewerTools>
      {error && (
        <ViewerFailure
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {!error && !read && <SkeletonRows rows={8} withIcon={false} />}
      {read && 'failure' in read && (
        <ViewerFailure error={new Error(t('file.viewer.notANotebook', { reason: errorText(read.failure) }))} />
      )}
      {read &&
        'cells' in read &&
        (read.cells.length === 0 ? (
          <EmptyState title={t('file.viewer.empty')} />
        ) : (
          <Cells notebook={read} path={file.path} />
        ))}
    </>
  );
}

function parsed(text: string): ShownNotebook | { failure: unknown } {
  try {
    return readNotebook(text);
  } catch (failure) {
    return { failure };
  }
}

function Cells({ notebook, path }: { notebook: ShownNotebook; path: string }) {
  const t = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className="viewer-page" role="document" aria-label={t('file.contentOf', { path })} tabIndex={0}>
      <div className="notebook-file">
        {notebook.cells.map((cell, index) => (
          <Cell key={index} cell={cell} folder={folderOf(path)} />
        ))}
      </div>
    </div>
  );
}

function Cell({ cell, folder }: { cell: ShownCell; folder: string }) {
  if (cell.kind === 'markdown') return <MarkdownView text={cell.text} folder={folder} />;
  if (cell.kind === 'raw')
    return (
      <pre className="notebook-file-code" dir="ltr">
        {cell.text}
      </pre>
    );
  return (
    <div className="notebook-file-cell" dir="ltr">
      <span className="notebook-file-count">{cell.count === null ? '[ ]' : `[${cell.count}]`}</span>
      <pre className="notebook-file-code">{cell.text}</pre>
      {cell.outputs.map((output, index) => (
        <Output key={index} output={output} />
      ))}
    </div>
  );
}

function Output({ output }: { output: ShownOutput }) {
  const t = useText();
  if (output.kind === 'picture')
    return <img className="notebook-file-output" src={output.source} alt={t('file.viewer.output')} />;
  if (output.kind === 'withheld')
    return (
      <p className="notebook-file-output notebook-file-withheld">{t('file.viewer.withheld', { type: output.type })}</p>
    );
  return (
    <pre className="notebook-file-output" data-error={output.kind === 'error' || undefined}>
      {output.text}
    </pre>
  );
}
