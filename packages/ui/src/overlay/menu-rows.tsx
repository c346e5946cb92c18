import { Menu as MantineMenu } from '@mantine/core';
import { Kbd } from '../identity/kbd.tsx';
import type { MenuAction, MenuEntry } from './menu-item.ts';

function RowEnd({ item }: { item: MenuAction }) {
  if (item.disabledReason) return <span className="g-menu-reason">{item.disabledReason}</span>;
  return item.shortcut ? <Kbd keys={item.shortcut} /> : null;
}

function MenuRow({ item }: { item: MenuAction }) {
  const isDisabled = item.disabled || item.disabledReason !== undefined;
  const look = { 'data-active-row': item.active || undefined, 'data-danger': item.danger || undefined };
  if (item.items) {
    return (
      <MantineMenu.Sub>
        <MantineMenu.Sub.Target>
          <MantineMenu.Sub.Item leftSection={item.icon} disabled={isDisabled} {...look}>
            {item.label}
          </MantineMenu.Sub.Item>
        </MantineMenu.Sub.Target>
        <MantineMenu.Sub.Dropdown>
          <MenuRows items={item.items} />
        </MantineMenu.Sub.Dropdown>
      </MantineMenu.Sub>
    );
  }
  return (
    <MantineMenu.Item
      leftSection={item.icon}
      rightSection={<RowEnd item={item} />}
      disabled={isDisabled}
      onClick={item.onSelect}
      {...look}
    >
      {item.label}
    </MantineMenu.Item>
  );
}

/** The rows of a menu inside Mantine's dropdown. */
export function MenuRows({ items }: { items: readonly MenuEntry[] }) {
  return items.map((item) => {
    if (!('kind' in item)) return <MenuRow key={item.key} item={item} />;
    return item.kind === 'divider' ? (
      <MantineMenu.Divider key={item.key} />
    ) : (
      <MantineMenu.Label key={item.key}>{item.label}</MantineMenu.Label>
    );
  });
}
