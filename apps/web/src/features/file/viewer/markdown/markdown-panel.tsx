import { Button, CodeIcon, EmptyState, SkeletonRows } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { folderOf } from '../../entry/file-path.ts';
import { openSource } from '../../action/open-as.ts';
import { useContent } from '../use-content.ts';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { MarkdownView } from './markdown-view.tsx';

/** A Markdown file as a page. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return <ViewerFrame path={path}>{(file) => <Page file={file} />}</ViewerFrame>;
}

function Page({ file }: { file: OpenedFile }) {
  const t = useText();
  const { data, error, refetch } = useContent(file);
  return (
    <>
      <ViewerTools>
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
      {!error && data === undefined && <SkeletonRows rows={8} withIcon={false} />}
      {data === '' && <EmptyState title={t('file.viewer.empty')} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      {data !== undefined && data !== '' && (
        <div className="viewer-page" role="document" aria-label={t('file.contentOf', { path: file.path })} tabIndex={0}>
          <MarkdownView text={data} folder={folderOf(file.path)} />
        </div>
      )}
    </>
  );
}
