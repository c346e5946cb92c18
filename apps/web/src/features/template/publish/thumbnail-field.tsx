import { GromaError, thumbnailEndings } from '@groma/model';
import { Button, Note, Segmented, SelectField, Spinner, TextArea, TextField, UploadIcon } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { readImageModels } from '../../../platform/language-model/image-calls.ts';
import { useText } from '../../../platform/text.ts';
import { openResource } from '../../../registry/resource.ts';
import type { NamedPublishable } from './publication-calls.ts';
import { isThumbnailFile } from './thumbnail-picture.ts';
import { thumbnailSources, type Thumbnail } from './use-thumbnail.ts';

interface ThumbnailFieldProps {
  thing: NamedPublishable;
  thumbnail: Thumbnail;
  /** The form was sent, and what is missing is to be named. */
  isChecked: boolean;
}

/** The picture of a publication: of its panel, by address, from this computer, or drawn by a model. */
export function ThumbnailField({ thing, thumbnail, isChecked }: ThumbnailFieldProps) {
  const t = useText();
  const { source, setSource, preview } = thumbnail;
  return (
    <fieldset className="publish-picture">
      <legend className="mantine-InputWrapper-label">{t('template.field.thumbnail')}</legend>
      <Segmented
        label={t('template.thumbnail.source')}
        size="s"
        value={source}
        onChange={setSource}
        options={thumbnailSources.map((value) => ({ value, label: t(`template.thumbnail.${value}`) }))}
      />
      <div className="publish-picture-parts">
        <div className="publish-picture-source">
          {source === 'panel' && <OfPanel thing={thing} thumbnail={thumbnail} />}
          {source === 'url' && (
            <TextField
              label={t('template.thumbnail.address')}
              dir="ltr"
              value={thumbnail.url}
              maxLength={2_000}
              onChange={(event) => thumbnail.setUrl(event.currentTarget.value)}
            />
          )}
          {source === 'upload' && <OfFile thumbnail={thumbnail} />}
          {source === 'ai' && <OfModel thumbnail={thumbnail} isChecked={isChecked} />}
        </div>
        {preview !== null && <img key={preview} src={preview} alt={t('template.thumbnail.preview')} />}
      </div>
    </fieldset>
  );
}

function OfPanel({ thing: { type, id, name }, thumbnail: { ofPanel } }: Omit<ThumbnailFieldProps, 'isChecked'>) {
  const t = useText();
  if (ofPanel === 'taking')
    return (
      <p className="publish-note">
        <Spinner size={12} /> {t('template.thumbnail.taking')}
      </p>
    );
  if (ofPanel !== 'missing') return <p className="publish-note">{t('template.thumbnail.taken')}</p>;
  const kind = type.toLowerCase() as 'map' | 'notebook' | 'workflow';
  return (
    <>
      <p className="publish-note">{t('template.thumbnail.notOpen')}</p>
      {type !== 'SOLUTION' && (
        <Button size="s" onClick={() => openResource({ kind, id, name })}>
          {t('template.open')}
        </Button>
      )}
    </>
  );
}

function OfFile({ thumbnail: { file, setFile } }: { thumbnail: Thumbnail }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('template.thumbnail.choose')}
        accept={thumbnailEndings.map((ending) => `.${ending}`).join(',')}
        onChange={({ currentTarget: { files } }) => {
          const chosen = files?.[0] ?? null;
          if (!chosen) return;
          setRefused(!isThumbnailFile(chosen));
          setFile(isThumbnailFile(chosen) ? chosen : null);
        }}
      />
      <Button size="s" icon={<UploadIcon size={14} />} onClick={() => input.current?.click()}>
        {t('template.thumbnail.choose')}
      </Button>
      {file && <bdi className="publish-note">{file.name}</bdi>}
      {isRefused ? (
        <Note kind="error">{t('template.thumbnail.kinds')}</Note>
      ) : (
        <p className="publish-note">{t('template.thumbnail.kinds')}</p>
      )}
    </>
  );
}

function OfModel({ thumbnail, isChecked }: { thumbnail: Thumbnail; isChecked: boolean }) {
  const t = useText();
  const { prompt, setPrompt, model, setModel, draw, preview, isPromptMissing } = thumbnail;
  const { data: models, error } = useQuery({ queryKey: ['image-models'], queryFn: readImageModels });
  const [isDrawing, setDrawing] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const first = models?.[0]?.id;
  useEffect(() => {
    if (model === null && first !== undefined) setModel(first);
  }, [model, first, setModel]);
  if (error) return <Note kind="error">{errorText(error)}</Note>;
  if (models?.length === 0) return <Note kind="warning">{errorText(new GromaError('NO_MODEL'))}</Note>;
  const drawNow = async () => {
    setAsked(true);
    if (isPromptMissing) return;
    setDrawing(true);
    setFailure(null);
    await draw().catch((reason: unknown) => setFailure(errorText(reason)));
    setDrawing(false);
  };
  return (
    <>
      <TextArea
        label={t('file.image.prompt')}
        placeholder={t('file.image.example')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={4_000}
        value={prompt}
        error={(isChecked || isAsked) && isPromptMissing ? t('template.problem.promptEmptyError') : undefined}
        onChange={(event) => setPrompt(event.currentTarget.value)}
      />
      <SelectField
        label={t('assistant.model')}
        value={model}
        onChange={setModel}
        disabled={!models}
        allowDeselect={false}
        options={(models ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button
        size="s"
        loading={isDrawing}
        disabled={!models}
        onClick={() => {
          void drawNow();
        }}
      >
        {t(preview === null ? 'file.image.draw' : 'file.image.again')}
      </Button>
      {failure !== null && <Note kind="error">{t('file.image.failed', { reason: failure })}</Note>}
    </>
  );
}
