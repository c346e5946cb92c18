import { baseName, GromaError } from '@groma/model';
import {
  Button,
  confirm,
  Dialog,
  Note,
  PlayerStopIcon,
  SelectField,
  Spinner,
  TextArea,
  TextField,
  toast,
} from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, queryClient } from '../../../platform/api.ts';
import { drawImage, readImageModels, type DrawnImage } from '../../../platform/language-model/image-calls.ts';
import { QueriesLeft } from '../../../platform/language-model/queries-left.tsx';
import { proQueriesKey } from '../../../platform/language-model/use-pro-queries.ts';
import { readProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { isThere } from '../entry/file-calls.ts';
import { folderOf } from '../entry/file-path.ts';
import { refreshFolder } from '../folder/refresh-folder.ts';
import { imageName } from './image-name.ts';
import { saveImage } from './save-image.ts';
import './image-dialog.css';

/** Asks for a prompt, shows the image that a model draws of it, and saves it into a folder (AIA-064, AIA-122). */
export function openImageDialog(folder: string, onSaved: (path: string) => void): void {
  const projectId = readProject()?.id;
  if (projectId === undefined) return;
  openDialog(function ImageHost(props) {
    return <ImageDialog {...props} projectId={projectId} folder={folder} onSaved={onSaved} />;
  });
}

interface ImageDialogProps extends DialogHostProps {
  projectId: string;
  folder: string;
  onSaved: (path: string) => void;
}

function ImageDialog({ opened, onClose, projectId, folder, onSaved }: ImageDialogProps) {
  const t = useText();
  const { data: models, error } = useQuery({ queryKey: ['image-models'], queryFn: readImageModels });
  const [chosen, setChosen] = useState<string | null>(null);
  const model = models?.find(({ id }) => id === chosen) ?? models?.[0];
  const [typed, setPrompt] = useKeptText(`image-prompt.${projectId}`);
  const prompt = typed ?? '';
  const { image, isDrawing, failure, draw, stop } = useDrawing(projectId);
  const [path, setPath] = useState<string | null>(null);
  const [saveFailure, setSaveFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const shownPath = path ?? (image ? `${folder}/${imageName(image.prompt, image.mediaType)}` : '');
  const isEmpty = prompt.trim() === '';
  const save = async (): Promise<void> => {
    if (!image || isSaving) return;
    setSaveFailure(null);
    setSaving(true);
    try {
      const to = shownPath.trim().normalize('NFC');
      const exists = await isThere(projectId, to);
      const mayReplace = !exists || (await confirm(replaceQuestion(t, to)));
      if (!mayReplace) return;
      await saveImage(projectId, to, image, exists);
      refreshFolder(projectId, folderOf(to));
      toast.success(t('file.image.saved', { path: to }));
      setPrompt(null);
      onClose();
      onSaved(to);
    } catch (reason) {
      setSaveFailure(errorText(reason));
    } finally {
      setSaving(false);
    }
  };
  const submit = (): void => {
    if (model && !isEmpty && !isDrawing) {
      setPath(null);
      void draw(model.id, prompt.trim());
    }
  };
  if (models?.length === 0)
    return (
      <Dialog opened={opened} onClose={onClose} title={t('file.image.generate')}>
        <Note>{errorText(new GromaError('NO_MODEL'))}</Note>
      </Dialog>
    );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="l"
      title={t('file.image.generate')}
      onSubmit={submit}
      foot={
        <>
          {isDrawing ? (
            <Button icon={<PlayerStopIcon size={14} />} onClick={stop}>
              {t('file.image.stop')}
            </Button>
          ) : (
            <Button type="submit" variant={image ? 'default' : 'primary'} disabled={isEmpty || !model}>
              {t(image ? 'file.image.again' : 'file.image.draw')}
            </Button>
          )}
          {image && !isDrawing && (
            <Button
              variant="primary"
              loading={isSaving}
              disabled={shownPath.trim() === ''}
              onClick={() => {
                void save();
              }}
            >
              {t('file.image.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="image-dialog">
        <TextArea
          data-autofocus
          label={t('file.image.prompt')}
          placeholder={t('file.image.example')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4_000}
          value={prompt}
          onChange={({ currentTarget: { value } }) => setPrompt(value)}
        />
        <div className="image-dialog-model">
          <SelectField
            label={t('assistant.model')}
            value={model?.id ?? null}
            onChange={setChosen}
            disabled={!models}
            allowDeselect={false}
            options={(models ?? []).map(({ id, name, isPro }) => ({
              value: id,
              label: `${name} · ${t(isPro ? 'assistant.pro' : 'assistant.free')}`,
            }))}
          />
          {model && <QueriesLeft isPro={model.isPro} />}
        </div>
        {error && <Note kind="error">{errorText(error)}</Note>}
        {failure !== null && <Note kind="error">{t('file.image.failed', { reason: failure })}</Note>}
        {(image ?? isDrawing) && (
          <div className="image-dialog-preview" aria-busy={isDrawing} aria-live="polite">
            {isDrawing ? (
              <span>
                <Spinner /> {t('file.image.drawing')}
              </span>
            ) : (
              image && <img src={`data:${image.mediaType};base64,${image.base64Data}`} alt={image.prompt} />
            )}
          </div>
        )}
        {image && !isDrawing && (
          <TextField
            label={t('file.image.path')}
            dir="ltr"
            value={shownPath}
            onChange={({ currentTarget: { value } }) => setPath(value)}
          />
        )}
        {saveFailure !== null && <Note kind="error">{saveFailure}</Note>}
      </div>
    </Dialog>
  );
}

/** Draws one image at a time; what is being drawn ends with the dialog. */
function useDrawing(projectId: string) {
  const [image, setImage] = useState<(DrawnImage & { prompt: string }) | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const draw = async (model: string, prompt: string): Promise<void> => {
    const stopped = new AbortController();
    abort.current = stopped;
    setDrawing(true);
    setFailure(null);
    try {
      setImage({ ...(await drawImage(projectId, model, prompt, stopped.signal)), prompt });
    } catch (reason) {
      if (!stopped.signal.aborted) setFailure(errorText(reason));
    } finally {
      setDrawing(false);
      void queryClient.invalidateQueries({ queryKey: proQueriesKey(projectId) });
    }
  };
  return { image, isDrawing, failure, draw, stop: () => abort.current?.abort() };
}

function replaceQuestion(t: ReturnType<typeof useText>, path: string) {
  return {
    title: t('file.image.replaceTitle', { name: baseName(path) }),
    body: t('file.image.replaceBody', { folder: folderOf(path) }),
    confirmLabel: t('file.image.replace'),
    danger: true,
  };
}
