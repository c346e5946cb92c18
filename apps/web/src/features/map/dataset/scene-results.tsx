import type { Scene } from '@groma/protocol';
import { EmptyState, PhotoIcon } from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { catalogueStore, sceneKey } from './catalogue-store.ts';
import { dayOf } from './scene-days.ts';
import { SceneCalendar } from './scene-calendar.tsx';
import { SceneRow } from './scene-row.tsx';

interface SceneResultsProps {
  session: MapSession;
  projectId: string;
  scenes: readonly Scene[];
  total: number | null;
}

/** The scenes that were found: a calendar of their days, and a row for each. */
export function SceneResults({ session, projectId, scenes, total }: SceneResultsProps) {
  const t = useText();
  const [day, setDay] = useState<string | null>(null);
  const { hovered, chosen } = catalogueStore();
  const shown = useMemo(() => (day === null ? scenes : scenes.filter((scene) => dayOf(scene) === day)), [scenes, day]);
  useEffect(() => catalogueStore.setState({ scenes: shown }), [shown]);
  if (scenes.length === 0)
    return (
      <EmptyState icon={<PhotoIcon size={18} />} title={t('dataset.noScenes')}>
        {t('dataset.noScenesText')}
      </EmptyState>
    );
  return (
    <>
      <b role="status">
        {total === null || total <= scenes.length
          ? t('dataset.found', { count: scenes.length })
          : t('dataset.foundOf', { count: scenes.length, total })}
      </b>
      <SceneCalendar scenes={scenes} day={day} onChoose={setDay} />
      <ul className="scene-rows">
        {shown.map((scene) => {
          const key = sceneKey(scene);
          return (
            <SceneRow
              key={key}
              session={session}
              projectId={projectId}
              scene={scene}
              isHovered={hovered === key}
              isChosen={chosen === key}
            />
          );
        })}
      </ul>
    </>
  );
}
