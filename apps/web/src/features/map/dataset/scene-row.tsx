import { fillPath, dataset, type Scene } from '@groma/protocol';
import { Button, PhotoIcon, SelectField, toast, useInterface, useNumberFormat } from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText, type Text } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { addScene } from './add-scene.ts';
import { catalogueStore, sceneKey } from './catalogue-store.ts';
import { scenePictures, type ScenePicture } from './scene-pictures.ts';

interface SceneRowProps {
  session: MapSession;
  projectId: string;
  scene: Scene;
  isHovered: boolean;
  isChosen: boolean;
}

/** A scene with its small picture; the chosen one offers what it can be shown as. */
export function SceneRow({ session, projectId, scene, isHovered, isChosen }: SceneRowProps) {
  const t = useText();
  const { locale } = useInterface();
  const format = useNumberFormat();
  const row = useRef<HTMLLIElement>(null);
  const key = sceneKey(scene);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const when =
    scene.time === null
      ? t('dataset.noTime')
      : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
          new Date(scene.time),
        );
  const cloud =
    scene.cloud_cover === null ? null : t('dataset.cloud', { percent: format.format(Math.round(scene.cloud_cover)) });
  return (
    <li ref={row} data-hovered={isHovered || undefined} data-chosen={isChosen || undefined}>
      <button
        type="button"
        aria-expanded={isChosen}
        onPointerEnter={() => catalogueStore.setState({ hovered: key })}
        onPointerLeave={() => catalogueStore.setState({ hovered: null })}
        onClick={() => catalogueStore.setState({ chosen: isChosen ? null : key })}
      >
        <Thumbnail projectId={projectId} address={scene.thumbnail} />
        <span>
          <b>{when}</b>
          <small>{[cloud, scene.platform].filter((each) => each !== null).join(' · ')}</small>
          <small title={scene.id}>{scene.id}</small>
        </span>
      </button>
      {isChosen && <ScenePick session={session} scene={scene} />}
    </li>
  );
}

function Thumbnail({ projectId, address }: { projectId: string; address: string | null }) {
  const [hasFailed, setFailed] = useState(false);
  if (address === null || hasFailed)
    return (
      <i>
        <PhotoIcon size={18} />
      </i>
    );
  const path = fillPath(dataset.readSceneThumbnail.path, { projectId });
  return (
    <img src={`${path}?${new URLSearchParams({ address })}`} alt="" loading="lazy" onError={() => setFailed(true)} />
  );
}

function ScenePick({ session, scene }: { session: MapSession; scene: Scene }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const pictures = scenePictures(scene);
  const [id, setId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const picture = pictures.find((each) => each.id === id) ?? pictures[0];
  if (!picture) return <small className="scene-pick">{t('dataset.nothingToShow')}</small>;
  const add = async () => {
    const { signal } = (abort.current = new AbortController());
    setBusy(true);
    try {
      await addScene(session, scene, { picture, name: `${scene.id} · ${titleOf(picture, t)}` }, signal);
    } catch (error) {
      if (!signal.aborted) toast.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="scene-pick">
      <SelectField
        size="s"
        aria-label={t('dataset.showAs')}
        options={pictures.map((each) => ({ value: each.id, label: titleOf(each, t) }))}
        value={picture.id}
        onChange={setId}
      />
      {mayUpdate && (
        <Button
          size="s"
          variant="primary"
          loading={isBusy}
          onClick={() => {
            void add();
          }}
        >
          {t('map.addToMap')}
        </Button>
      )}
    </div>
  );
}

function titleOf({ kind, title }: ScenePicture, t: Text): string {
  return title ?? t(`dataset.pictures.${kind}`);
}
