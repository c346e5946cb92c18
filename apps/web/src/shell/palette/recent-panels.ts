import { readStored, writeStored } from '../../platform/stored.ts';
import { readProject, sessionStore } from '../../platform/session.ts';
import { onPanelOpened, type PanelRequest } from '../../registry/panel.ts';

/** A panel that was opened before, with all that opening it again takes. */
export type RecentPanel = Pick<PanelRequest, 'kind' | 'id' | 'title'> & { params: unknown };

const mostKept = 20;

function keyOf(): string | null {
  const [user, project] = [sessionStore.getState().user, readProject()];
  return user && project ? `groma.recent.${user.id}.${project.id}` : null;
}

/** What this person opened in this workspace, the latest first. */
export function readRecentPanels(): RecentPanel[] {
  const key = keyOf();
  const found = key === null ? undefined : readStored(key);
  return Array.isArray(found) ? found.filter(isRecentPanel) : [];
}

/** Keeps what is opened from now on; returns how to stop. */
export function rememberPanels(): () => void {
  return onPanelOpened(({ kind, id, title, params = null }) => {
    const key = keyOf();
    if (key !== null) writeStored(key, withLatest(readRecentPanels(), { kind, id, title, params }));
  });
}

/** A list with one put first, each panel once. */
export function withLatest(panels: readonly RecentPanel[], latest: RecentPanel): RecentPanel[] {
  return [latest, ...panels.filter(({ id }) => id !== latest.id)].slice(0, mostKept);
}

function isRecentPanel(item: unknown): item is RecentPanel {
  const { kind, id, title } = (item ?? {}) as Partial<RecentPanel>;
  return typeof kind === 'string' && typeof id === 'string' && typeof title === 'string';
}
