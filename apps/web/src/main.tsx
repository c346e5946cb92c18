import '@groma/ui/theme.css';
import './shell/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerAccess } from './features/access/index.ts';
import { registerProject } from './features/project/index.ts';
import { registerSample } from './features/sample/index.ts';
import type { KeptView } from './features/map/assemble-kept-view.ts';
import { bringTexts, startTexts } from './platform/text.ts';
import { Application } from './shell/application.tsx';
import { registerShell } from './shell/register-shell.ts';

/**
 * Brings the features of an open workspace. The dashboard does not wait for them: they come with the first workspace,
 * or when the browser rests.
 */
export async function loadFeatures(): Promise<void> {
  const [
    ,
    { prepareWorkspace },
    { startWorkspace },
    { registerFile },
    { registerMap },
    { registerNotebook },
    { registerMachine },
    { registerOperation },
    { registerDatabase },
    { registerWorkflow },
    { registerAssistant },
    { registerTemplate },
  ] = await Promise.all([
    bringTexts(),
    import('./shell/workspace/prepare-workspace.ts'),
    import('./shell/workspace/start-workspace.ts'),
    import('./features/file/index.ts'),
    import('./features/map/index.ts'),
    import('./features/notebook/index.ts'),
    import('./features/machine/index.ts'),
    import('./features/operation/index.ts'),
    import('./features/database/index.ts'),
    import('./features/workflow/index.ts'),
    import('./features/assistant/index.ts'),
    import('./features/template/index.ts'),
  ]);
  prepareWorkspace();
  registerFile();
  registerMap();
  registerNotebook();
  registerMachine();
  registerOperation();
  registerDatabase();
  registerWorkflow();
  registerAssistant();
  registerTemplate();
  startWorkspace();
}

registerShell(loadFeatures);
registerAccess();
registerProject();
registerSample({
  read: async (place, hash) => (await import('./features/map/assemble-kept-view.ts')).readKeptView(place, hash),
  keep: async (place, view) => (await import('./features/map/assemble-kept-view.ts')).keepView(place, view as KeptView),
});

const root = document.querySelector('#root');
await startTexts();
if (root)
  createRoot(root).render(
    <StrictMode>
      <Application />
    </StrictMode>,
  );
