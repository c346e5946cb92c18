import type { OpenPanel } from './panel.ts';

/** Kind of drag data of a panel (SHL-058), and the type that its content names. */
const kind = 'groma/panel';
const panelType = 'dockview-panel';

/** A panel that is dragged: what it is and what it shows. */
export type DraggedPanel = OpenPanel & { type: typeof panelType };

/** Puts a panel on a drag, for whoever takes panels. */
export function putPanel(data: DataTransfer, panel: OpenPanel): void {
  data.setData(kind, JSON.stringify({ type: panelType, ...panel } satisfies DraggedPanel));
}

/** Whether a drag carries a panel; all that can be seen of it before the drop. */
export function carriesPanel(data: DataTransfer | null): boolean {
  return data?.types.includes(kind) ?? false;
}

/** The panel that was dropped; null when something else was, or what claims to be one is not. */
export function takePanel(data: DataTransfer): DraggedPanel | null {
  try {
    const found = JSON.parse(data.getData(kind)) as Partial<DraggedPanel> | null;
    const isPanel =
      found?.type === panelType &&
      typeof found.id === 'string' &&
      typeof found.kind === 'string' &&
      typeof found.title === 'string';
    return isPanel ? (found as DraggedPanel) : null;
  } catch {
    return null;
  }
}
