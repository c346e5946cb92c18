import { baseName } from '@groma/model';
import { Badge, Button, DownloadIcon, ErrorState, IconButton, Note, SkeletonRows } from '@groma/ui';
import { Component, createContext, useContext, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { errorText } from '../../../platform/api.ts';
import { useCan, useProject } from '../../../platform/session.ts';
import { t as say, useText } from '../../../platform/text.ts';
import { download } from '../action/file-actions.tsx';
import { useViewedFile } from './use-viewed-file.ts';
import type { WindowedFile } from './window-calls.ts';
import './viewer-frame.css';

const ToolPlace = createContext<HTMLElement | null>(null);

/** The file as the viewers get it: one content of it. */
export interface OpenedFile extends WindowedFile {
  bytes: number;
}

interface ViewerFrameProps {
  path: string;
  /** What the bar says of it, as "Large File (View Only)". */
  badge?: string;
  children: (file: OpenedFile) => ReactNode;
}

/**
 * What all viewers have around them: path, download, waiting, failures, and a word when the file has changed or gone.
 */
export function ViewerFrame({ path, badge, children }: ViewerFrameProps) {
  const t = useText();
  const projectId = useProject().id;
  const mayDownload = useCan('download', 'file');
  const { shown, change, error, reload } = useViewedFile(projectId, path);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <section className="viewer" aria-label={t('file.contentOf', { path })}>
      <div className="viewer-bar">
        <code dir="ltr" title={path}>
          {path}
        </code>
        <Badge>{badge ?? t('file.viewOnly')}</Badge>
        <div className="viewer-tools" ref={setTools} />
        {mayDownload && shown && (
          <IconButton
            label={t('file.download')}
            icon={<DownloadIcon />}
            onClick={() => {
              void download({ id: path, name: baseName(path) });
            }}
          />
        )}
      </div>
      {change && (
        <Note
          kind="warning"
          action={
            change === 'changed' && (
              <Button size="s" onClick={reload}>
                {t('file.viewer.reload')}
              </Button>
            )
          }
        >
          {t(`file.viewer.${change}`)}
        </Note>
      )}
      <div className="viewer-body">
        <ToolPlace value={tools}>
          {error && <ErrorState title={t('file.loadFailed', { reason: errorText(error) })} onRetry={reload} />}
          {!error && shown === undefined && <SkeletonRows rows={12} withIcon={false} />}
          {shown === null && (
            <ErrorState title={t('file.loadFailed', { reason: t('file.viewer.missing') })} onRetry={reload} />
          )}
          {shown && tools && (
            <Guard key={shown.identity} path={path}>
              {children({ projectId, path, identity: shown.identity, bytes: shown.bytes })}
            </Guard>
          )}
        </ToolPlace>
      </div>
    </section>
  );
}

/** Puts controls of a viewer into its bar. */
export function ViewerTools({ children }: { children: ReactNode }) {
  const place = useContext(ToolPlace);
  return place && createPortal(children, place);
}

/** A failure of a viewer, with the words of the specification and a way to try again. */
export function ViewerFailure({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const t = useText();
  return (
    <ErrorState title={title ?? t('file.loadFailed', { reason: errorText(error) })} {...(onRetry && { onRetry })}>
      {title === undefined ? undefined : errorText(error)}
    </ErrorState>
  );
}

/** A file that a viewer stumbles over must not take the rest of the workspace with it. */
class Guard extends Component<{ path: string; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState
        title={say('file.loadFailed', { reason: errorText(this.state.error) })}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
