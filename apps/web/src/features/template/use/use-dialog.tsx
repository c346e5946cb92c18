import { titleSchema } from '@groma/model';
import { hub, type TemplateReply } from '@groma/protocol';
import { Button, Dialog, ErrorState, Note, PasswordField, ProgressBar, SkeletonRows, TextField } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { inputText, needsPassword } from '../../../platform/error-text.ts';
import { navigate } from '../../../platform/router.ts';
import { useText } from '../../../platform/text.ts';
import type { DialogHostProps } from '../../../registry/dialog.ts';
import { beginWorkspace, endOfMaking, sayMade, sayNotMade, workspacePath, type Making } from './make-workspace.tsx';
import type { SomeVersion } from './version-argument.ts';
import '../template.css';

/** Makes a workspace of a publication and opens it. */
export function UseDialog({ opened, onClose, ...wanted }: DialogHostProps & SomeVersion) {
  const t = useText();
  const { templateId, version } = wanted;
  const query = useQuery({
    queryKey: ['hub-template', templateId, version],
    queryFn: async () => (await api.call(hub.readTemplate, { params: { templateId }, query: { version } })).data,
    staleTime: 0,
  });
  const { data, error, isFetching } = query;
  const again = () => {
    void query.refetch();
  };
  const dialog = { opened, onClose, title: t('template.use.title') };
  if (data) return <UseForm dialog={dialog} template={data} wanted={wanted} />;
  if (needsPassword(error)) return <Unlock dialog={dialog} templateId={templateId} onUnlocked={again} />;
  return (
    <Dialog {...dialog}>
      {error ? (
        <ErrorState title={t('template.use.notRead')} onRetry={again} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      ) : (
        <SkeletonRows rows={3} withIcon={false} />
      )}
    </Dialog>
  );
}

type DialogParts = DialogHostProps & { title: string };

function Unlock({
  dialog,
  templateId,
  onUnlocked,
}: {
  dialog: DialogParts;
  templateId: string;
  onUnlocked: () => void;
}) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const unlock = async () => {
    if (password === '' || isAsking) return;
    setAsking(true);
    setFailure(null);
    try {
      await api.call(hub.unlockTemplate, { params: { templateId }, body: { password } });
      onUnlocked();
    } catch (error) {
      setFailure(errorText(error));
    }
    setAsking(false);
  };
  return (
    <Dialog
      {...dialog}
      onSubmit={() => {
        void unlock();
      }}
      foot={
        <>
          <Button onClick={dialog.onClose}>{t('template.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isAsking} disabled={password === ''}>
            {t('template.use.unlock')}
          </Button>
        </>
      }
    >
      <PasswordField
        label={t('template.field.password')}
        hint={t('template.use.passwordHint')}
        data-autofocus
        autoComplete="off"
        value={password}
        maxLength={200}
        error={failure}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </Dialog>
  );
}

function UseForm({ dialog, template, wanted }: { dialog: DialogParts; template: TemplateReply; wanted: SomeVersion }) {
  const t = useText();
  const version = wanted.version ?? template.version;
  const [name, setName] = useState(() => nameFor(template.title));
  const { making, progress, failure, make } = useMaking({ templateId: template.id, version }, dialog.onClose);
  const parsed = titleSchema.safeParse(name);
  const problem = parsed.success ? null : inputText(parsed.error.issues[0]?.message ?? '');
  return (
    <Dialog
      {...dialog}
      onSubmit={() => {
        if (parsed.success && !making) void make(parsed.data);
      }}
      foot={
        <>
          <Button onClick={dialog.onClose}>{t(making ? 'template.close' : 'template.cancel')}</Button>
          <Button type="submit" variant="primary" loading={making} disabled={!parsed.success}>
            {t('template.use.make')}
          </Button>
        </>
      }
    >
      <div className="template-about">
        <strong dir="auto">{template.title}</strong>
        <small>
          {template.author
            ? t('template.use.byAuthor', { version, author: template.author.name })
            : t('template.use.ofVersion', { version })}
        </small>
      </div>
      <TextField
        label={t('template.use.name')}
        dir="auto"
        data-autofocus
        value={name}
        maxLength={120}
        disabled={making}
        error={name.trim() === '' ? undefined : problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {making && (
        <>
          <ProgressBar value={progress} label={t('template.use.making')} />
          <small role="status">{t('template.use.mayClose')}</small>
        </>
      )}
      {failure !== null && <Note kind="error">{failure}</Note>}
    </Dialog>
  );
}

/** A name of a workspace made of a title: without what names may not hold. */
function nameFor(title: string): string {
  return title.replaceAll(/[/\\]/g, '-').trim().slice(0, 120);
}

/** Makes the workspace and opens it; who has closed the dialog meanwhile is told where it is. */
function useMaking(wanted: SomeVersion, onOpened: () => void) {
  const [making, setMaking] = useState(false);
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const make = async (name: string): Promise<void> => {
    setMaking(true);
    setFailure(null);
    let begun: Making | null = null;
    try {
      begun = await beginWorkspace(wanted, name);
      await endOfMaking(begun, setProgress);
      if (!isThere.current) return sayMade(begun);
      navigate(workspacePath(begun.projectId));
      onOpened();
    } catch (error) {
      if (begun && !isThere.current) sayNotMade(begun, error);
      setFailure(errorText(error));
      setMaking(false);
    }
  };
  return { making, progress, failure, make };
}
