import { useEffect } from 'react';
import { Dock } from './dock.tsx';
import { DrawerColumn } from './drawer-column.tsx';
import { PlanBanner } from './plan-banner.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';
import './workspace-frame.css';

/** The frame of a workspace: top bar, a rail and a drawer at each side, the dock, the status bar. */
export function WorkspaceFrame({ userId, projectId }: { userId: string; projectId: string }) {
  // Said of the body itself: were it to be found out from what is in it (`:has`), each change would restyle the whole
  // page.
  useEffect(() => {
    document.body.dataset['workspace'] = '';
    return () => {
      delete document.body.dataset['workspace'];
    };
  }, []);
  return (
    <div className="workspace">
      <TopBar />
      <Rail side="left" />
      <DrawerColumn side="left" />
      <main className="workspace-centre">
        <PlanBanner />
        <div className="workspace-dock">
          <Dock userId={userId} projectId={projectId} />
        </div>
      </main>
      <DrawerColumn side="right" />
      <Rail side="right" />
      <StatusBar />
    </div>
  );
}
