import { logEvent } from '../../platform/analytics.ts';
import { onPanelOpened } from '../../registry/panel.ts';

/** Kinds of panels that show files. */
const viewerKind = /^file-[a-z-]+$/;

/** Counts which viewers are opened for which kinds of files (SHL-089), and the errors that nobody caught (SHL-087). */
export function watchUse(): void {
  onPanelOpened(({ kind, params }) => {
    if (viewerKind.test(kind))
      logEvent({
        name: 'open_file_viewer',
        properties: { viewer: kind, extension: extensionOf((params as { path?: unknown } | undefined)?.path) },
      });
  });
  addEventListener('error', ({ error }) => logError(error));
  addEventListener('unhandledrejection', ({ reason }) => logError(reason));
}

/** An error by its code or the name of its class: its text may hold what somebody wrote. */
function logError(error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const said = typeof code === 'string' ? code : typeof name === 'string' ? name : 'Unknown';
  logEvent({
    name: 'error_occurred',
    properties: { error: /^[A-Za-z][A-Za-z0-9_]{0,59}$/.test(said) ? said : 'Unknown', where: 'browser' },
  });
}

function extensionOf(path: unknown): string {
  return /\.([a-z0-9]{1,12})$/i.exec(typeof path === 'string' ? path : '')?.[1]?.toLowerCase() ?? '';
}
