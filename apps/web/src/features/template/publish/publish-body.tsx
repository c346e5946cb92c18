import type { OwnTemplateReply } from '@groma/protocol';
import { Button, confirm, Dialog, Note, toast, type DialogProps } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, queryClient } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { ReproductionPart } from '../reproduce/reproduction-part.tsx';
import { ExposureList } from './exposure-list.tsx';
import {
  readExposure,
  removePublication,
  sendPublication,
  uploadThumbnail,
  type NamedPublishable,
} from './publication-calls.ts';
import { firstFields, isDetailsOnly, payloadOf, publicationProblems } from './publication-fields.ts';
import { sayDone, sayFailed } from './publication-toasts.ts';
import { PublishedLinks } from './published-links.tsx';
import { PublishForm } from './publish-form.tsx';
import { RefusedNote } from './refused-note.tsx';
import { followPublishing, publicationKey } from './publishing-store.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useThumbnail, type Thumbnail } from './use-thumbnail.ts';

interface PublishBodyProps {
  dialog: Pick<DialogProps, 'opened' | 'onClose' | 'title' | 'size' | 'closable'>;
  thing: NamedPublishable;
  found: OwnTemplateReply | null;
  /** Told while the question whether to unpublish is open. */
  onAsking: (isAsking: boolean) => void;
}

/** The form of the dialog, with what would be seen, and its buttons. */
export function PublishBody({ dialog, thing, found, onAsking }: PublishBodyProps) {
  const t = useText();
  const [fields, setFields] = useState(() => firstFields(found, thing.name));
  const thumbnail = useThumbnail(thing, found?.thumbnail_url ?? null);
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const exposure = useQuery({
    queryKey: ['exposure', ...publicationKey(thing)],
    queryFn: () => readExposure(thing),
    staleTime: 0,
    gcTime: 0,
  });
  const problems = publicationProblems(fields, found);
  const isDetails = isDetailsOnly(fields, found);
  const isRefused = !isDetails && (exposure.data?.refused.length ?? 0) > 0;
  const isWrong = problems.length > 0 || thumbnail.isPromptMissing;
  useEffect(() => {
    if (isChecked) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isChecked]);
  const send = async () => {
    if (isSending || isRefused) return;
    // Each time anew, so that the first field that is wrong gets the keyboard.
    setChecked(false);
    if (isWrong) return void requestAnimationFrame(() => setChecked(true));
    setSending(true);
    setFailure(null);
    const isNew = found === null;
    try {
      const address = await thumbnailAddress(thing, thumbnail, () => toast.error(t('template.thumbnail.notUploaded')));
      const operationId = await sendPublication(thing, payloadOf(fields, address, found), found?.id ?? null);
      if (operationId !== null)
        return void followPublishing(thing, { operationId, version: fields.version.trim(), isNew });
      setFields((before) => ({ ...before, password: '' }));
      await queryClient.invalidateQueries({ queryKey: publicationKey(thing) });
      sayDone('update', thing);
    } catch (error) {
      setFailure(errorText(error));
      sayFailed(isNew ? 'create' : 'update', thing, error);
    } finally {
      setSending(false);
    }
  };
  const unpublish = async (template: OwnTemplateReply) => {
    onAsking(true);
    const isSure = await confirm({
      title: t('template.unpublish.title', { name: template.title }),
      body: t('template.unpublish.text'),
      confirmLabel: t('template.unpublish.confirm'),
      danger: true,
    });
    onAsking(false);
    if (!isSure) return;
    setSending(true);
    try {
      await removePublication(thing, template.id);
      sayDone('delete', thing);
      dialog.onClose();
    } catch (error) {
      sayFailed('delete', thing, error);
      setSending(false);
    }
  };
  return (
    <Dialog
      {...dialog}
      onSubmit={() => {
        void send();
      }}
      foot={
        <>
          {found && (
            <Button
              className="template-foot-start"
              variant="danger"
              disabled={isSending}
              onClick={() => {
                void unpublish(found);
              }}
            >
              {t('template.unpublish.open')}
            </Button>
          )}
          <Button onClick={dialog.onClose}>{t('template.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSending} disabled={isRefused}>
            {isDetails ? t('template.saveDetails') : t('template.publishVersion', { version: fields.version.trim() })}
          </Button>
        </>
      }
    >
      <div ref={body} className="publish-body">
        {isRefused && (
          <RefusedNote
            thing={thing}
            refused={exposure.data?.refused ?? []}
            onLeave={dialog.onClose}
            onAgain={() => {
              void exposure.refetch();
            }}
            isChecking={exposure.isFetching}
          />
        )}
        {found && <PublishedLinks found={found} />}
        {found?.type === 'NOTEBOOK' && <ReproductionPart thing={thing} found={found} />}
        <PublishForm
          fields={fields}
          onChange={(change) => setFields((before) => ({ ...before, ...change }))}
          problems={isChecked ? problems : []}
          found={found}
          type={thing.type}
        />
        <ThumbnailField thing={thing} thumbnail={thumbnail} isChecked={isChecked} />
        <ExposureList exposure={exposure} />
        {failure !== null && <Note kind="error">{failure}</Note>}
      </div>
    </Dialog>
  );
}

/**
 * Where the picture is found. One that cannot be uploaded, or drawn, is said and left out: what was there before stays,
 * and the field shows its address (PUB-021, PUB-022).
 */
async function thumbnailAddress(
  thing: NamedPublishable,
  thumbnail: Thumbnail,
  onFailed: () => void,
): Promise<string | null> {
  try {
    const picture = await thumbnail.take();
    return picture ? await uploadThumbnail(thing, picture) : thumbnail.address;
  } catch {
    onFailed();
    thumbnail.setSource('url');
    return thumbnail.present;
  }
}
