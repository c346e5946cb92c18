import { Tooltip } from '@groma/ui';
import { useText } from '../../platform/text.ts';
import { drawerStore, useDrawers, type Drawer, type DrawerSide } from '../../registry/drawer.ts';
import { pressDrawer } from './drawer-layout.ts';
import './rail.css';

/** The icons at one side that open its drawer. A plumb line marks the open one. */
export function Rail({ side }: { side: DrawerSide }) {
  const t = useText();
  const drawers = useDrawers(side);
  const open = drawerStore((state) => state.open[side]);
  return (
    <nav className="rail" data-side={side} aria-label={t(side === 'left' ? 'shell.leftRail' : 'shell.rightRail')}>
      {drawers.map((drawer) => (
        <RailButton key={drawer.id} drawer={drawer} isOpen={open === drawer.id} />
      ))}
    </nav>
  );
}

function RailButton({
  drawer: { id, side, label, icon: DrawerIcon, atFoot, Pip },
  isOpen,
}: {
  drawer: Drawer;
  isOpen: boolean;
}) {
  const t = useText();
  return (
    <Tooltip label={t(label)} position={side === 'left' ? 'right' : 'left'}>
      <button
        type="button"
        className="rail-button"
        data-drawer={id}
        data-open={isOpen || undefined}
        data-foot={atFoot || undefined}
        aria-label={t(label)}
        aria-expanded={isOpen}
        onClick={() => pressDrawer(side, id)}
      >
        <DrawerIcon size={18} />
        {Pip && <Pip />}
      </button>
    </Tooltip>
  );
}
