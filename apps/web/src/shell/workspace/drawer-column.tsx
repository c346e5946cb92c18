import { ResizeHandle } from '@groma/ui';
import { useCallback, useState, type ComponentType } from 'react';
import { LoadedPart } from '../../platform/frame/loaded-part.tsx';
import { useText } from '../../platform/text.ts';
import {
  closeDrawer,
  drawerStore,
  useDrawers,
  type Drawer,
  type DrawerProps,
  type DrawerSide,
} from '../../registry/drawer.ts';
import { drawerWidth, keepDrawerWidth, useDrawerWidth } from './drawer-layout.ts';
import { previewRows } from './row-previews.ts';
import './drawer-column.css';

type LoadDrawer = () => Promise<ComponentType<DrawerProps>>;
const loaders = new WeakMap<Drawer, LoadDrawer>();

function loaderOf(drawer: Drawer): LoadDrawer {
  const known = loaders.get(drawer);
  if (known) return known;
  const loader: LoadDrawer = async () => {
    const module = await drawer.load();
    return 'Drawer' in module ? module.Drawer : module.default;
  };
  loaders.set(drawer, loader);
  return loader;
}

const closers: Record<DrawerSide, DrawerProps> = {
  left: { close: () => closeDrawer('left') },
  right: { close: () => closeDrawer('right') },
};

/** The open drawer of one side, as wide as the person made it. */
export function DrawerColumn({ side }: { side: DrawerSide }) {
  const t = useText();
  const openId = drawerStore((state) => state.open[side]);
  const drawer = useDrawers(side).find(({ id }) => id === openId);
  const kept = useDrawerWidth(side);
  const [dragged, setDragged] = useState<number | null>(null);
  const column = useCallback((element: HTMLElement | null) => (element ? previewRows(element) : undefined), []);
  if (!drawer) return null;
  const width = dragged ?? kept;
  const endDrag = (size: number) => {
    keepDrawerWidth(side, size);
    setDragged(null);
  };
  return (
    <aside ref={column} className="drawer-column" data-side={side} style={{ width }} aria-label={t(drawer.label)}>
      <LoadedPart key={drawer.id} load={loaderOf(drawer)} props={closers[side]} />
      <ResizeHandle
        label={t('shell.resizeDrawer')}
        edge={side === 'left' ? 'end' : 'start'}
        size={width}
        min={drawerWidth.least}
        max={drawerWidth.most}
        defaultSize={drawerWidth.first}
        onResize={setDragged}
        onResizeEnd={endDrag}
      />
    </aside>
  );
}
