import { findTool, parseLayerReference } from '@groma/model';
import { tool, type LayerOrigin } from '@groma/protocol';
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  SkeletonRows,
  toast,
  useInterface,
  useNumberFormat,
  FileCodeIcon,
} from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { openResource } from '../../../registry/resource.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';
import { useOrigins } from './use-origins.ts';
import './layer-origin.css';

/** Shows what a layer was made of, by which tool, and which layers were made of it. */
export function openLayerOrigin(session: MapSession, layerId: string): void {
  openDialog((props) => <LayerOriginDialog {...props} session={session} layerId={layerId} />);
}

interface Shown {
  session: MapSession;
  layerId: string;
}

function LayerOriginDialog({ opened, onClose, session, layerId }: DialogHostProps & Shown) {
  const t = useText();
  const name = useMapState(session, ({ hierarchy }) => hierarchy[layerId]?.text ?? '');
  const { origins, error, isLoading, retry } = useOrigins(session);
  const origin = origins.find((each) => each.layer_id === layerId);
  const again = useRunAgain(session, layerId);
  const mayUpdate = useCan('update', 'map');
  // What code of a notebook has made is made again there.
  const isAgain = origin !== undefined && origin.tool !== 'notebook' && mayUpdate;
  const isGone = origin?.inputs.some(({ current }) => current === null) ?? false;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('origin.title', { name })}
      foot={
        <>
          {origin !== undefined && origin.tool !== 'notebook' && (
            <Button variant="quiet" icon={<FileCodeIcon />} onClick={() => void saveScript(session, layerId, name)}>
              {t('origin.script')}
            </Button>
          )}
          {isAgain && (
            <Button loading={again.isRunning} disabled={isGone} onClick={again.run}>
              {t('origin.again')}
            </Button>
          )}
          <Button onClick={onClose}>{t('origin.close')}</Button>
        </>
      }
    >
      <div className="layer-origin">
        {error && (
          <ErrorState title={t('origin.failed')} onRetry={retry}>
            {errorText(error)}
          </ErrorState>
        )}
        {isLoading && <SkeletonRows rows={4} withIcon={false} />}
        {!isLoading &&
          !error &&
          (!origin ? (
            <NotMade session={session} layerId={layerId} />
          ) : origin.tool === 'notebook' ? (
            <MadeByNotebook origin={origin} onOpen={onClose} />
          ) : (
            <MadeByTool origin={origin} />
          ))}
        {isAgain && <p className="layer-origin-note">{t(isGone ? 'origin.goneText' : 'origin.againText')}</p>}
        <Dependents session={session} layerId={layerId} />
      </div>
    </Dialog>
  );
}

/** Saves the chain of tools that made a layer as a Python file. */
async function saveScript({ mapId, projectId }: MapSession, layerId: string, name: string): Promise<void> {
  try {
    const { data } = await api.call(tool.readLayerScript, {
      params: { layerId },
      query: { map_id: mapId, project_id: projectId },
    });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([data.script], { type: 'text/x-python' }));
    link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.py`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    toast.error(errorText(error));
  }
}

/** A layer that no tool has made was imported or drawn. */
function NotMade({ session, layerId }: Shown) {
  const t = useText();
  const path = useMapState(session, ({ data }) => data[layerId]?.source.file_path);
  return <p>{path === undefined ? t('origin.drawn') : t('origin.imported', { path })}</p>;
}

function useTimeOf({ made_at: at }: LayerOrigin): string {
  const { locale } = useInterface();
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** A layer that code has made: by which notebook, which can be opened. */
function MadeByNotebook({ origin, onOpen }: { origin: LayerOrigin; onOpen: () => void }) {
  const t = useText();
  const time = useTimeOf(origin);
  const { notebook } = origin;
  const name = origin.username ?? t('layer.history.somebody');
  if (!notebook) return <p>{t('origin.madeByGoneNotebook', { name, time })}</p>;
  const open = (): void => {
    onOpen();
    openResource({ kind: 'notebook', id: notebook.id, name: notebook.name });
  };
  return (
    <>
      <p>{t('origin.madeByNotebook', { notebook: notebook.name, name, time })}</p>
      <Button onClick={open}>{t('origin.openNotebook')}</Button>
    </>
  );
}

function MadeByTool({ origin }: { origin: LayerOrigin }) {
  const t = useText();
  const number = useNumberFormat();
  const time = useTimeOf(origin);
  // Which layers were taken stands above.
  const references = new Set(origin.inputs.map(({ layer }) => layer));
  // In the order of the form; the records have an order of their own.
  const fields = findTool(origin.tool)?.fields ?? [];
  const settings = fields
    .map(({ name }) => [name, origin.parameters[name] ?? null] as const)
    .filter(([, value]) => value !== null && value !== '' && !references.has(String(value)));
  const valueText = (name: string, value: unknown): ReactNode => {
    if (fields.find((field) => field.name === name)?.type === 'select') return t(`tool.option.${String(value)}`);
    if (typeof value === 'boolean') return t(value ? 'origin.yes' : 'origin.no');
    if (typeof value === 'number') return number.format(value);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  return (
    <>
      <p>
        {t('origin.madeBy', {
          tool: t(`tool.${origin.tool}.name`),
          name: origin.username ?? t('layer.history.somebody'),
          time,
        })}
      </p>
      {origin.inputs.length > 0 && <h3>{t('origin.from')}</h3>}
      <ul className="layer-origin-list">
        {origin.inputs.map(({ input, layer, name, features, version, current }) => (
          <li key={input}>
            <span className="layer-origin-name">{name}</span>
            <span className="layer-origin-detail">
              {features === null ? t('origin.allFeatures') : t('origin.features', { count: features })}
            </span>
            {current === null ? (
              <Badge tone="red">{t('origin.gone')}</Badge>
            ) : layer.startsWith('table:') ? (
              <Badge>{t('origin.unknown')}</Badge>
            ) : current === version ? (
              <Badge>{t('origin.same')}</Badge>
            ) : (
              <Badge tone="amber">{t('origin.changed')}</Badge>
            )}
          </li>
        ))}
      </ul>
      {settings.length > 0 && (
        <>
          <h3>{t('origin.settings')}</h3>
          <dl className="layer-origin-settings">
            {settings.map(([name, value]) => (
              <div key={name}>
                <dt>{t(`tool.field.${name}`)}</dt>
                <dd>{valueText(name, value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function Dependents({ session, layerId }: Shown) {
  const t = useText();
  const { data, error } = useQuery({
    queryKey: ['layer-dependents', layerId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.call(tool.listLayerDependents, {
          params: { layerId },
          query: { map_id: session.mapId, project_id: session.projectId },
          signal,
        })
      ).data,
  });
  if (error) return <p role="alert">{errorText(error)}</p>;
  if (!data) return null;
  return (
    <>
      <h3>{t('origin.dependents')}</h3>
      {data.length === 0 && <p>{t('origin.noDependents')}</p>}
      <ul className="layer-origin-list">
        {data.map(({ layer, name, map_name: mapName, tool: toolId, is_stale: isOld }) => (
          <li key={layer}>
            <span className="layer-origin-name">{name}</span>
            <span className="layer-origin-detail">
              {parseLayerReference(layer)?.mapId === session.mapId
                ? t(`tool.${toolId}.name`)
                : t('origin.inMap', { tool: t(`tool.${toolId}.name`), map: mapName })}
            </span>
            {isOld && <Badge tone="amber">{t('origin.outOfDate')}</Badge>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Makes a layer again; one undo takes it back. */
function useRunAgain(session: MapSession, layerId: string): { isRunning: boolean; run(): void } {
  const t = useText();
  const { retry } = useOrigins(session);
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const { data } = await session.edits.whileMaking(() =>
        api.call(tool.runToolAgain, {
          params: { layerId },
          query: { map_id: session.mapId, project_id: session.projectId },
          body: {},
        }),
      );
      // The operation's id is the key that its edits were posted with.
      if (data.edits.length > 0) session.edits.rememberEdits(layerId, [data.operation_id]);
      retry();
      toast.success(t('origin.done', { count: data.count }));
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setRunning(false);
    }
  };
  return {
    isRunning,
    run: () => {
      void run();
    },
  };
}
