import { mapHistory, type DeletedLayer } from '@groma/protocol';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  FolderIcon,
  SkeletonRows,
  Stack2Icon,
  toast,
  Truncated,
  useInterface,
} from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import type { MapSession } from '../session/map-session.ts';
import './layer-history.css';

/** Shows what was deleted from a map and can still be brought back. */
export function openDeletedLayers(session: MapSession): void {
  openDialog((props) => <DeletedLayers {...props} session={session} />);
}

function DeletedLayers({ opened, onClose, session }: DialogHostProps & { session: MapSession }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['deleted-layers', session.mapId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.call(mapHistory.listDeletedLayers, {
          query: { map_id: session.mapId, project_id: session.projectId },
          signal,
        })
      ).data,
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.deleted.title', { name: session.state.name })}
      size="l"
      foot={<Button onClick={onClose}>{t('layer.deleted.close')}</Button>}
    >
      {error && (
        <ErrorState
          title={t('layer.deleted.failed')}
          onRetry={() => {
            void refetch();
          }}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {!data && !error && <SkeletonRows rows={3} withIcon />}
      {data?.length === 0 && <EmptyState icon={<Stack2Icon size={18} />} title={t('layer.deleted.empty')} />}
      {data && data.length > 0 && (
        <>
          <p className="layer-deleted-text">{t('layer.deleted.text')}</p>
          <ol className="layer-history">
            {data.map((layer) => (
              <Row
                key={layer.id}
                layer={layer}
                session={session}
                onDone={() => {
                  void refetch();
                }}
              />
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

function Row({ layer, session, onDone }: { layer: DeletedLayer; session: MapSession; onDone(): void }) {
  const t = useText();
  const { locale } = useInterface();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(layer.deleted_at),
  );
  const bringBack = async () => {
    try {
      await session.tree.recover([layer.id]);
      toast.success(t('layer.deleted.done', { name: layer.text }));
      onDone();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <li>
      {layer.type === 'Group' ? <FolderIcon size={18} /> : <Stack2Icon size={18} />}
      <div>
        <p>
          <strong>
            <Truncated text={layer.text} />
          </strong>
        </p>
        <time dateTime={layer.deleted_at}>
          {t('layer.deleted.by', { name: layer.username ?? t('layer.history.somebody'), time })}
        </time>
      </div>
      <Button
        size="s"
        aria-label={t('layer.deleted.bringBackNamed', { name: layer.text })}
        onClick={() => {
          void bringBack();
        }}
      >
        {t('layer.deleted.bringBack')}
      </Button>
    </li>
  );
}
