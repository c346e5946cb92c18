import { baseName } from '@groma/model';
import { Badge, Button, DownloadIcon, ErrorState, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useRoomMessage, type RoomMessage } from '../../../platform/project-room.ts';
import { useCan, useProject } from '../../../platform/session.ts';
import { t as say, useText } from '../../../platform/text.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { download } from '../file-actions.tsx';
import { signFile } from '../file-calls.ts';
import { TextView } from './text-view.tsx';
import './text-panel.css';

/** A text file to read. It follows the file when that changes. */
export function Panel({ params: { path } }: PanelProps<{ path: string }>) {
  const t = useText();
  const projectId = useProject().id;
  const mayDownload = useCan('download', 'file');
  const { data, error, refetch, isFetching } = useQuery({ queryKey: ['file-text', projectId, path], queryFn: () => readText(projectId, path), staleTime: Infinity });
  useRoomMessage('Files_Changed', useCallback((message: RoomMessage) => {
    if (message['path'] === path) void refetch();
  }, [path, refetch]));
  if (error && data === undefined) {
    return <ErrorState title={t('file.loadFailed', { reason: errorText(error) })} onRetry={() => { void refetch(); }} isRetrying={isFetching} />;
  }
  if (data === undefined) return <SkeletonRows rows={12} withIcon={false} />;
  return (
    <div className="text-panel">
      <div className="text-panel-bar">
        <code>{path}</code>
        <Badge>{t('file.viewOnly')}</Badge>
        <span />
        {mayDownload && <Button size="s" variant="quiet" icon={<DownloadIcon />} onClick={() => { void download({ id: path, name: baseName(path) }); }}>{t('file.download')}</Button>}
      </div>
      <TextView text={data} path={path} />
    </div>
  );
}

/** The text of a file by its signed link (FIL-026). */
async function readText(projectId: string, path: string): Promise<string> {
  const url = await signFile(projectId, path).catch((error: unknown) => { throw new Error(`${say('file.signFailed')}: ${errorText(error)}`); });
  const response = await fetch(url).catch(() => { throw new Error(say('file.fetchFailed')); });
  if (!response.ok) throw new Error(say('file.fetchFailed'));
  return response.text();
}
