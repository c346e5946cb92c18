import { fileSizeText } from '../../../platform/file-size.ts';
import { file as calls } from '@groma/protocol';
import { Button, ProgressBar, Tooltip, TrashIcon } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { api } from '../../../platform/api.ts';
import { useRoomMessage } from '../../../platform/project-room.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { tightestOf } from '../entry/tightest.ts';
import './usage-foot.css';

/** What the files take up of what they may, before it bites, and the way to the trash. */
export function UsageFoot({ onTrash }: { onTrash: () => void }) {
  const t = useText();
  const projectId = useProject().id;
  const { data, refetch } = useQuery({
    queryKey: ['file-usage', projectId],
    queryFn: async () => (await api.call(calls.fileUsageOf, { params: { projectId } })).data,
  });
  useRefetchSoon(refetch);
  const tightest = data && tightestOf(data);
  const share = tightest && tightest.limit > 0 ? (tightest.bytes / tightest.limit) * 100 : undefined;
  const tone = share === undefined || share < 80 ? 'accent' : share < 95 ? 'amber' : 'red';
  return (
    <div className="usage-foot">
      {data ? (
        <Tooltip multiline label={<UsageText usage={data} />}>
          <div className="usage-foot-sum" tabIndex={0}>
            <span data-tone={tone}>
              {tightest
                ? t('file.usage.of', { used: fileSizeText(tightest.bytes), limit: fileSizeText(tightest.limit) })
                : t('file.usage.used', { used: fileSizeText(data.project.bytes) })}
            </span>
            {share !== undefined && <ProgressBar value={share} tone={tone} label={t('file.usage.label')} />}
          </div>
        </Tooltip>
      ) : (
        <span className="usage-foot-sum" />
      )}
      <Button size="s" variant="quiet" icon={<TrashIcon />} onClick={onTrash}>
        {t('file.trash.title')}
      </Button>
    </div>
  );
}

function UsageText({ usage: { project, tenant } }: { usage: calls.FileUsage }) {
  const t = useText();
  const of = (bytes: number, limit: number | null) =>
    limit === null
      ? t('file.usage.used', { used: fileSizeText(bytes) })
      : t('file.usage.of', { used: fileSizeText(bytes), limit: fileSizeText(limit) });
  return (
    <span className="usage-foot-tip">
      <span>{t('file.usage.project', { usage: of(project.bytes, project.limit), count: project.files })}</span>
      <span>{t('file.usage.trash', { used: fileSizeText(project.trashBytes) })}</span>
      <span>{t('file.usage.tenant', { usage: of(tenant.bytes, tenant.limit) })}</span>
    </span>
  );
}

const soonMs = 1_500;

/** Files change in bursts; the sum is asked once for each. */
function useRefetchSoon(refetch: () => unknown): void {
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const soon = useCallback(() => {
    if (pending.current !== null) return;
    pending.current = setTimeout(() => {
      pending.current = null;
      void refetch();
    }, soonMs);
  }, [refetch]);
  useRoomMessage('Files_Changed', soon);
  useEffect(
    () => () => {
      if (pending.current) clearTimeout(pending.current);
    },
    [],
  );
}
