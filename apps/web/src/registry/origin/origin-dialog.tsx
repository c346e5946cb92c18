import { findTool, parseProjectToolId } from '@groma/model';
import { origin as calls, type OriginReply } from '@groma/protocol';
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  FileCodeIcon,
  SkeletonRows,
  toast,
  useInterface,
  useNumberFormat,
} from '@groma/ui';
import { useState, type ReactNode } from 'react';
import { api, errorText } from '../../platform/api.ts';
import { useCan } from '../../platform/session.ts';
import { useText, type Text } from '../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../dialog.ts';
import { openResource } from '../resource.ts';
import { askAnew, useOrigin } from './use-origin.ts';
import './origin-dialog.css';

/** What has been made again: the key of the edits that did it, where features of a layer were replaced. */
interface MadeAgain {
  operation_id: string | null;
  edits: number[];
}

interface Shown {
  projectId: string;
  /** `layer:{map}/{layer}` or `file:{path}`. */
  thing: string;
  name: string;
  /** Stands there for what no origin is known of. */
  unknown: string;
  /** Has a layer that is open made again, so that it can be undone. */
  around?: (make: () => Promise<MadeAgain>) => Promise<void>;
}

/** Shows how a layer or file was made, of what, and what was made of it. */
export function openOrigin(shown: Shown): void {
  openDialog((props) => <OriginDialog {...props} {...shown} />);
}

function OriginDialog({ opened, onClose, ...shown }: DialogHostProps & Shown) {
  const t = useText();
  const { projectId, thing, name, unknown } = shown;
  const { data, error, retry } = useOrigin(projectId, thing);
  const again = useRunAgain(shown);
  const [mayUpdateMap, mayUpload] = [useCan('update', 'map'), useCan('upload', 'file')];
  const isFile = thing.startsWith('file:');
  const origin = data?.origin ?? null;
  // What code of a notebook or a workflow has made is made again there; a tool that is gone makes nothing.
  const isMakable =
    origin !== null &&
    origin.kind !== 'notebook' &&
    origin.kind !== 'workflow' &&
    !(isOfPeople(origin) && origin.title === null);
  const isAgain = isMakable && mayUpdateMap && (!isFile || mayUpload);
  const isGone = origin?.inputs.some(({ current, version }) => current === null && version !== null) ?? false;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('origin.title', { name })}
      foot={
        <>
          {origin && hasScript(origin) && (
            <Button variant="quiet" icon={<FileCodeIcon />} onClick={() => void saveScript(shown)}>
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
      <div className="origin">
        {error && (
          <ErrorState title={t('origin.loadFailed')} onRetry={retry}>
            {errorText(error)}
          </ErrorState>
        )}
        {!data && !error && <SkeletonRows rows={4} withIcon={false} />}
        {data && !origin && <p>{unknown}</p>}
        {origin && <Made origin={origin} onOpen={onClose} />}
        {isAgain && <p className="origin-note">{t(againNote(isGone, isFile))}</p>}
        {data && <Dependents dependents={data.dependents} thing={thing} />}
      </div>
    </Dialog>
  );
}

function againNote(isGone: boolean, isFile: boolean): string {
  if (isGone) return 'origin.inputGone';
  return isFile ? 'origin.againFile' : 'origin.againText';
}

/** Whether a chain of steps can be written as Python that ends with it. */
function hasScript({ kind, doer, thing, parameters }: OriginReply): boolean {
  // Of the files of a tool of people, it is not known which stands for which.
  if (kind === 'tool') return !isOfPeople({ kind, doer }) || !thing.startsWith('file:');
  return kind === 'export' || (kind === 'query' && typeof parameters['sql'] === 'string');
}

/** Saves the chain of steps that made a thing as a Python file. */
async function saveScript({ projectId, thing, name }: Shown): Promise<void> {
  try {
    const { data } = await api.call(calls.readOriginScript, { params: { projectId }, query: { thing } });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([data.script], { type: 'text/x-python' }));
    link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.py`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    toast.error(errorText(error));
  }
}

function isOfPeople({ kind, doer }: Pick<OriginReply, 'kind' | 'doer'>): boolean {
  return kind === 'tool' && parseProjectToolId(doer) !== undefined;
}

/** What a tool is called; one of people that is gone has no name any more. */
function toolTitle({ doer, title }: Pick<OriginReply, 'doer' | 'title'>, t: Text): string {
  if (parseProjectToolId(doer)) return title ?? t('origin.goneTool');
  return t(`tool.${doer}.name`);
}

const madeKeys = {
  query: 'origin.madeByQuery',
  import: 'origin.importedBy',
  export: 'origin.exportedBy',
  convert: 'origin.convertedBy',
  notebook: 'origin.madeByGoneNotebook',
  workflow: 'origin.madeByWorkflow',
  download: 'origin.downloadedBy',
} as const;

function Made({ origin, onOpen }: { origin: OriginReply; onOpen: () => void }) {
  const t = useText();
  const { locale } = useInterface();
  const { kind, notebook, version, parameters } = origin;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(origin.made_at),
  );
  const name = origin.username ?? t('layer.history.somebody');
  const made =
    kind === 'tool'
      ? t('origin.madeBy', { tool: toolTitle(origin, t), name, time })
      : kind === 'notebook' && notebook
        ? t('origin.madeByNotebook', { notebook: notebook.name, name, time })
        : t(madeKeys[kind], { name, time });
  const { sql, code } = parameters;
  return (
    <>
      <p>{made}</p>
      {version !== '' && kind !== 'notebook' && !isOfPeople(origin) && (
        <p className="origin-note">{t('origin.version', { version })}</p>
      )}
      {origin.is_tool_changed && (
        <p>
          <Badge tone="amber">{t('origin.toolChanged')}</Badge>
        </p>
      )}
      {origin.is_written && <p className="origin-note">{t('origin.written')}</p>}
      {notebook && (
        <Button
          onClick={() => {
            onOpen();
            openResource({ kind: 'notebook', id: notebook.id, name: notebook.name });
          }}
        >
          {t('origin.openNotebook')}
        </Button>
      )}
      {origin.inputs.length > 0 && <h3>{t('origin.from')}</h3>}
      <ul className="origin-list">
        {origin.inputs.map((input) => (
          <Input key={input.input} input={input} />
        ))}
      </ul>
      {kind === 'tool' && <Settings origin={origin} />}
      {typeof sql === 'string' && (
        <>
          <h3>{t('origin.statement')}</h3>
          <pre className="origin-text">{sql}</pre>
        </>
      )}
      {typeof code === 'string' && (
        <>
          <h3>{t('origin.code')}</h3>
          <pre className="origin-text">{code}</pre>
        </>
      )}
    </>
  );
}

function Input({ input: { name, reference, features, version, current } }: { input: OriginReply['inputs'][number] }) {
  const t = useText();
  const path = reference?.startsWith('file:') ? reference.slice('file:'.length) : undefined;
  return (
    <li>
      <span className="origin-name" title={path}>
        {name}
      </span>
      <span className="origin-detail">
        {reference?.startsWith('layer:') &&
          (features === null ? t('origin.allFeatures') : t('origin.features', { count: features }))}
      </span>
      {version !== null && current === null ? (
        <Badge tone="red">{t('origin.gone')}</Badge>
      ) : version === null || reference?.startsWith('table:') ? (
        <Badge>{t('origin.unknown')}</Badge>
      ) : current === version ? (
        <Badge>{t('origin.same')}</Badge>
      ) : (
        <Badge tone="amber">{t('origin.changed')}</Badge>
      )}
    </li>
  );
}

function Settings({ origin }: { origin: OriginReply }) {
  const t = useText();
  const number = useNumberFormat();
  // Which layers were taken stands above.
  const references = new Set(origin.inputs.map(({ reference }) => reference));
  // In the order of the form; the records have an order of their own.
  const fields = findTool(origin.doer)?.fields ?? [];
  // Those of people's tools are called as they call them.
  const isOwn = isOfPeople(origin);
  const names = isOwn
    ? Object.keys(origin.parameters)
    : fields.filter(({ type }) => type !== 'layer').map(({ name }) => name);
  const settings = names
    .filter((name) => !origin.inputs.some(({ input }) => input === name))
    .map((name) => [name, origin.parameters[name] ?? null] as const)
    .filter(([, value]) => value !== null && value !== '' && !references.has(String(value)));
  const valueText = (name: string, value: unknown): ReactNode => {
    if (fields.find((field) => field.name === name)?.type === 'select') return t(`tool.option.${String(value)}`);
    if (typeof value === 'boolean') return t(value ? 'origin.yes' : 'origin.no');
    if (typeof value === 'number') return number.format(value);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  if (settings.length === 0) return null;
  return (
    <>
      <h3>{t('origin.settings')}</h3>
      <dl className="origin-settings">
        {settings.map(([name, value]) => (
          <div key={name}>
            <dt>{isOwn ? name : t(`tool.field.${name}`)}</dt>
            <dd>{valueText(name, value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Dependent = NonNullable<ReturnType<typeof useOrigin>['data']>['dependents'][number];

function Dependents({ dependents, thing }: { dependents: readonly Dependent[]; thing: string }) {
  const t = useText();
  const map = thing.split('/')[0];
  return (
    <>
      <h3>{t('origin.dependsOn')}</h3>
      {dependents.length === 0 && <p>{t('origin.nothingDepends')}</p>}
      <ul className="origin-list">
        {dependents.map(({ thing: made, name, map_name: mapName, kind, doer, title, is_stale: isOld }) => {
          const what = kind === 'tool' ? toolTitle({ doer, title }, t) : t(`origin.kind.${kind}`);
          return (
            <li key={made}>
              <span className="origin-name" title={made.startsWith('file:') ? made.slice('file:'.length) : undefined}>
                {name}
              </span>
              <span className="origin-detail">
                {mapName === null || made.split('/')[0] === map
                  ? what
                  : t('origin.inMap', { tool: what, map: mapName })}
              </span>
              {isOld && <Badge tone="amber">{t('origin.outOfDate')}</Badge>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Makes a thing again; of a layer, one undo takes it back. */
function useRunAgain({ projectId, thing, around }: Shown): { isRunning: boolean; run(): void } {
  const t = useText();
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const make = async () => (await api.call(calls.runAgain, { params: { projectId }, body: { thing } })).data;
      if (around) await around(make);
      else await make();
      await askAnew(projectId);
      toast.success(t('origin.madeAgain'));
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
