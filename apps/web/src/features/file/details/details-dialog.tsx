import { fileSizeText } from '../../../platform/file-size.ts';
import { file as calls } from '@groma/protocol';
import { Button, CopyIcon, Dialog, IconButton, Note, Skeleton, Spinner, useInterface } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { copyPaths } from '../action/file-actions.tsx';
import { statFile } from '../entry/file-calls.ts';
import type { FileNode } from '../entry/file-path.ts';
import './details.css';

/** Files up to this size are hashed without being asked. */
const hashedBytes = 64 * 1024 * 1024;

type Shown = Required<Pick<FileNode, 'id' | 'name' | 'isDir' | 'parts'>>;

/** Shows what is known of a file or folder. */
export function openDetails(node: Shown): void {
  openDialog(function HostedDetails(props) {
    return <DetailsDialog {...props} node={node} />;
  });
}

function DetailsDialog({ opened, onClose, node }: DialogHostProps & { node: Shown }) {
  const t = useText();
  const { locale } = useInterface();
  const projectId = useProject().id;
  const { data, error } = useQuery({
    queryKey: ['file-stat', projectId, node.id],
    queryFn: () => statFile(projectId, node.id),
    staleTime: 0,
  });
  const number = new Intl.NumberFormat(locale);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('file.details.title', { name: node.name })}
      foot={<Button onClick={onClose}>{t('file.details.close')}</Button>}
    >
      {error ? (
        <Note kind="error">{errorText(error)}</Note>
      ) : (
        <dl className="file-details">
          <Row label={t('file.details.path')}>
            <code>{node.id}</code>
            <IconButton
              size="s"
              label={t('file.copyPath')}
              icon={<CopyIcon size={14} />}
              onClick={() => {
                void copyPaths([node.id]);
              }}
            />
          </Row>
          <Row label={t('file.details.type')}>
            {data ? data.isDir ? t('file.details.folder') : data.type : <Skeleton width={120} />}
          </Row>
          {!node.isDir && (
            <Row label={t('file.details.size')}>
              {data ? (
                t('file.details.sizeText', {
                  size: fileSizeText(data.bytes ?? 0),
                  bytes: number.format(data.bytes ?? 0),
                })
              ) : (
                <Skeleton width={160} />
              )}
            </Row>
          )}
          {node.parts.length > 0 && (
            <Row label={t('file.details.parts')}>
              <span className="file-details-parts">
                {node.parts.map((name) => (
                  <bdi key={name}>{name}</bdi>
                ))}
              </span>
            </Row>
          )}
          <Row label={t('file.details.modified')}>
            {data ? (
              new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(
                new Date(data.lastModified),
              )
            ) : (
              <Skeleton width={180} />
            )}
          </Row>
          {!node.isDir && data && (
            <Row label="SHA-256">
              <Hash path={node.id} bytes={data.bytes ?? 0} etag={data.etag} />
            </Row>
          )}
        </dl>
      )}
    </Dialog>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Hash({ path, bytes, etag }: { path: string; bytes: number; etag: string }) {
  const t = useText();
  const projectId = useProject().id;
  const [isAsked, setAsked] = useState(bytes <= hashedBytes);
  const { data, error, refetch } = useQuery({
    queryKey: ['file-hash', projectId, path, etag],
    enabled: isAsked,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.call(calls.hashFile, { params: { projectId, path: path.slice(1) }, signal })).sha256,
  });
  if (!isAsked)
    return (
      <Button size="s" onClick={() => setAsked(true)}>
        {t('file.details.hash')}
      </Button>
    );
  if (error)
    return (
      <>
        <span>{errorText(error)}</span>{' '}
        <Button
          size="s"
          onClick={() => {
            void refetch();
          }}
        >
          {t('file.retry')}
        </Button>
      </>
    );
  return data === undefined ? <Spinner label={t('file.details.hashing')} /> : <code>{data}</code>;
}
