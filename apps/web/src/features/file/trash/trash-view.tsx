import { baseName } from '@groma/model';
import { fileSizeText } from '../../../platform/file-size.ts';
import { file as calls } from '@groma/protocol';
import {
  ArrowLeftIcon,
  Button,
  confirm,
  EmptyState,
  ErrorState,
  IconButton,
  RestoreIcon,
  SkeletonRows,
  toast,
  TrashIcon,
  TreeView,
  useInterface,
  type MenuEntry,
} from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useRoomMessage } from '../../../platform/project-room.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { inParts, showFailures } from '../action/move-files.ts';
import { restoreTrash, type TrashEntry } from '../entry/file-calls.ts';
import { FileNodeIcon } from '../entry/file-icon.tsx';
import { reasonAgainst } from '../entry/reason-against.ts';
import { folderOf } from '../entry/file-path.ts';
import { fileDate } from '../entry/file-date.ts';
import { refreshFolder } from '../folder/refresh-folder.ts';
import './trash-view.css';

type Row = TrashEntry & { name: string };

const none: ReadonlySet<string> = new Set();

/** What was deleted, the newest first: to be put back, or deleted for good. */
export function TrashView({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const t = useText();
  const projectId = useProject().id;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['file-trash', projectId],
    queryFn: () => api.call(calls.listTrash, { params: { projectId } }),
    staleTime: 0,
  });
  useRoomMessage(
    'Files_Changed',
    useCallback(() => {
      void refetch();
    }, [refetch]),
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const rows = useMemo(
    () => (data?.data ?? []).map((entry): Row => ({ ...entry, name: baseName(entry.path) })),
    [data],
  );
  const chosen = rows.filter(({ id }) => selected.has(id));
  const act = async (action: () => Promise<unknown>, title: string) => {
    await action().catch((failure: unknown) => {
      toast.error(errorText(failure), { title });
    });
    await refetch();
  };
  const restore = (entries: readonly Row[]) =>
    act(async () => {
      const outcomes = await inParts(
        entries.map(({ id }) => id),
        (part) => restoreTrash(projectId, part),
      );
      showFailures(outcomes, 'file.trash.notRestored');
      for (const { to } of outcomes) if (to !== null) refreshFolder(projectId, folderOf(to));
      const back = outcomes.filter(({ error: failed }) => failed === null);
      if (back.length > 0)
        toast.success(t('file.trash.restored', { count: back.length, name: baseName(back[0]?.to ?? '') }));
    }, t('file.trash.restoreFailed'));
  const deleteForGood = async (entries: readonly Row[] | null) => {
    const count = entries?.length ?? data?.total ?? 0;
    const title =
      entries?.length === 1
        ? t('file.trash.deleteOneTitle', { name: entries[0]?.name ?? '' })
        : t('file.trash.deleteTitle', { count });
    if (
      !(await confirm({ title, body: t('file.trash.deleteText'), confirmLabel: t('file.trash.delete'), danger: true }))
    )
      return;
    await act(
      () =>
        api.call(calls.emptyTrash, {
          params: { projectId },
          body: entries ? { ids: entries.map(({ id }) => id) } : {},
        }),
      t('file.trash.deleteFailed'),
    );
  };
  const withNode = (node: Row) => (selected.has(node.id) ? chosen : [node]);
  const menu = (node: Row): MenuEntry[] => [
    {
      key: 'restore',
      label: t('file.trash.restore', { count: withNode(node).length }),
      icon: <RestoreIcon />,
      disabledReason: reasonAgainst('update'),
      onSelect: () => {
        void restore(withNode(node));
      },
    },
    {
      key: 'delete',
      label: t('file.trash.delete'),
      icon: <TrashIcon />,
      danger: true,
      disabledReason: reasonAgainst('delete'),
      onSelect: () => {
        void deleteForGood(withNode(node));
      },
    },
  ];
  return (
    <>
      <DrawerHeader title={t('file.trash.title')} onClose={onClose}>
        <IconButton label={t('file.trash.back')} icon={<BackIcon />} onClick={onBack} />
      </DrawerHeader>
      <div className="files-drawer-body">
        {error && !data ? (
          <ErrorState
            title={t('file.trash.failed')}
            onRetry={() => {
              void refetch();
            }}
            isRetrying={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        ) : !data ? (
          <SkeletonRows rows={5} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<TrashIcon size={18} />}
            title={t('file.trash.empty')}
            action={<Button onClick={onBack}>{t('file.trash.back')}</Button>}
          >
            {t('file.trash.emptyText')}
          </EmptyState>
        ) : (
          <>
            <div className="trash-tools">
              <Button
                size="s"
                icon={<RestoreIcon />}
                disabled={chosen.length === 0 || reasonAgainst('update') !== undefined}
                onClick={() => {
                  void restore(chosen);
                }}
              >
                {t('file.trash.restore', { count: chosen.length })}
              </Button>
              <Button
                size="s"
                icon={<TrashIcon />}
                disabled={reasonAgainst('delete') !== undefined}
                onClick={() => {
                  void deleteForGood(null);
                }}
              >
                {t('file.trash.emptyIt')}
              </Button>
            </div>
            <TreeView<Row>
              label={t('file.trash.title')}
              nodes={rows}
              expanded={none}
              onToggle={() => undefined}
              multiple
              selected={selected}
              onSelect={setSelected}
              onSelectMany={setSelected}
              renderIcon={(node) => <FileNodeIcon node={{ id: node.path, isDir: node.isDir }} isExpanded={false} />}
              renderEnd={(node) => <TrashEnd entry={node} />}
              contextMenu={menu}
              onActivate={() => true}
              onDelete={
                reasonAgainst('delete') === undefined
                  ? (node) => {
                      void deleteForGood(withNode(node));
                    }
                  : undefined
              }
            />
            {data.total > rows.length && (
              <p className="file-search-count">{t('file.trash.more', { count: data.total - rows.length })}</p>
            )}
          </>
        )}
      </div>
    </>
  );
}

function BackIcon() {
  const { direction } = useInterface();
  return <ArrowLeftIcon style={direction === 'rtl' ? { transform: 'scaleX(-1)' } : undefined} />;
}

function TrashEnd({ entry: { path, bytes, deletedAt, expiresAt, deletedBy } }: { entry: TrashEntry }) {
  const t = useText();
  const { locale } = useInterface();
  const about = t('file.trash.about', {
    path,
    by: deletedBy ?? t('file.trash.somebody'),
    when: fileDate(deletedAt, locale),
    until: fileDate(expiresAt, locale),
  });
  return (
    <>
      <span className="file-column-size">{bytes === null ? '' : fileSizeText(bytes)}</span>
      <time className="trash-when" dateTime={deletedAt} title={about}>
        {fileDate(deletedAt, locale)}
      </time>
    </>
  );
}
