import '@groma/ui/theme.css';
import './shell/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerAccess } from './features/access/index.ts';
import { registerFile } from './features/file/index.ts';
import { registerMachine } from './features/machine/index.ts';
import { registerMap } from './features/map/index.ts';
import { registerNotebook } from './features/notebook/index.ts';
import { registerOperation } from './features/operation/index.ts';
import { registerProject } from './features/project/index.ts';
import { startTexts } from './platform/text.ts';
import { Application } from './shell/application.tsx';
import { registerShell, startShell } from './shell/register-shell.ts';

// The shell comes first, so that a feature can take the place of a drawer that is only planned.
registerShell();
registerAccess();
registerProject();
registerFile();
registerMap();
registerNotebook();
registerMachine();
registerOperation();
startShell();

const root = document.querySelector('#root');
await startTexts();
if (root) createRoot(root).render(<StrictMode><Application /></StrictMode>);
