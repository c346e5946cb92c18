import { useState } from 'react';
import {
  Avatar,
  AvatarGroup,
  Badge,
  Button,
  CopyIcon,
  EyeIcon,
  Focus2Icon,
  IconButton,
  Kbd,
  LinkButton,
  Menu,
  PencilIcon,
  PlayerPlayIcon,
  PolygonIcon,
  RenameDialog,
  TrashIcon,
  confirm,
  toast,
  useContextMenu,
  type MenuEntry,
} from '../src/index.ts';
import { Specimen } from './specimen.tsx';

const people = [
  'Ilinca Pop',
  'Sofia Vuković',
  'Tibor Ilieș',
  'Ana Lupu',
  'Márton Bíró',
  'Aino Ilves',
  'Jelena Kovač',
  'Dana Marin',
].map((name, index) => ({ id: `person-${index}`, name }));

const rows: MenuEntry[] = [
  { key: 'zoom', label: 'Zoom to layer', icon: <Focus2Icon /> },
  { key: 'rename', label: 'Rename', icon: <PencilIcon />, shortcut: 'F2' },
  { key: 'only', label: 'Show only this layer', icon: <EyeIcon />, active: true },
  { key: 'line', kind: 'divider' },
  {
    key: 'copy',
    label: 'Copy to',
    icon: <CopyIcon />,
    items: [
      { key: 'map', label: 'Low flow map' },
      { key: 'other', label: 'Sava floodplain' },
    ],
  },
  { key: 'delete', label: 'Delete', icon: <TrashIcon />, disabledReason: 'editors only' },
];

const variants = ['primary', 'default', 'quiet', 'danger'] as const;

/** Buttons, menus, dialogs, people. */
export function ButtonSection() {
  const [isRenaming, setRenaming] = useState(false);
  const openMenu = useContextMenu();
  return (
    <section>
      <h2>Buttons</h2>
      {variants.map((variant) => (
        <Specimen key={variant} caption={variant}>
          <Button variant={variant}>Rest</Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} loading icon={<TrashIcon />}>
            Saving
          </Button>
          <Button variant={variant} loading>
            Saving
          </Button>
        </Specimen>
      ))}
      <Specimen caption="Run, sizes, link">
        <Button className="g-button-run" icon={<PlayerPlayIcon size={14} />}>
          Run all
        </Button>
        <Button size="s">Small, 24 px</Button>
        <Button size="l">Large, 36 px</Button>
        <LinkButton href="#top">Link</LinkButton>
      </Specimen>
      <Specimen caption="Icon, 28 px">
        <IconButton label="Polygon" shortcut="P" icon={<PolygonIcon size={18} />} />
        <IconButton label="Polygon" active icon={<PolygonIcon size={18} />} />
        <IconButton label="Polygon" disabledReason="editors only" icon={<PolygonIcon size={18} />} />
        <IconButton label="Polygon" loading icon={<PolygonIcon size={18} />} />
        <IconButton label="Polygon" size="s" icon={<PolygonIcon />} />
      </Specimen>
      <Specimen caption="Menus and dialogs">
        <Menu target={<Button>Menu</Button>} items={rows} />
        <Button onContextMenu={(event) => openMenu(event, rows)}>Right-click me</Button>
        <Button
          variant="danger"
          icon={<TrashIcon />}
          onClick={() => {
            void confirm({
              title: 'Delete “Gauges”?',
              body: 'The layer goes for everyone.',
              confirmLabel: 'Delete',
              danger: true,
            }).then((yes) => toast.info(String(yes)));
          }}
        >
          Delete “Gauges”
        </Button>
        <Button onClick={() => setRenaming(true)}>Rename</Button>
        <RenameDialog
          opened={isRenaming}
          onClose={() => setRenaming(false)}
          name="Gauges"
          pattern={/^[^/]+$/}
          texts={{ title: 'Rename “Gauges”', label: 'Name' }}
          onConfirm={(name) => {
            toast.success(`Renamed to “${name}”`);
          }}
        />
      </Specimen>
      <Specimen caption="Toasts">
        <Button onClick={() => toast.success('Layer saved to “/data/gauges.gpkg”.', { duration: null })}>
          Success
        </Button>
        <Button onClick={() => toast.error('Failed to export layer to file storage.', { duration: null })}>
          Error
        </Button>
        <Button onClick={() => toast.info('Changes apply for everyone.', { duration: null })}>Info</Button>
      </Specimen>
      <Specimen caption="People">
        {people.map((person) => (
          <Avatar key={person.id} {...person} size="l" />
        ))}
        <AvatarGroup people={people.map((person, index) => ({ ...person, away: index === 1 }))} label="Here now" />
      </Specimen>
      <Specimen caption="Badges and keys">
        <Badge>Polygon</Badge>
        <Badge tone="accent">Editor</Badge>
        <Badge tone="red">Critical</Badge>
        <Badge tone="amber">Low</Badge>
        <Badge tone="green">Finished</Badge>
        <Badge tone="blue">Started</Badge>
        <Kbd keys="Ctrl+K" />
      </Specimen>
    </section>
  );
}
