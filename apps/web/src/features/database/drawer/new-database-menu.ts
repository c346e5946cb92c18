import { connectionKinds } from '@groma/model';
import type { MenuEntry } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { databaseCommands as command } from '../database-commands.ts';

const drivers = { postgres: command.connectPostgres, motherduck: command.connectMotherduck };

/** What a new database can be: all kinds the product knows; those without a driver say so (DBS-005, DBS-006). */
export function newDatabaseMenu(): MenuEntry[] {
  const servers = connectionKinds.filter((kind) => kind !== 'managed-duckdb');
  return menuOf([
    menuEntry(command.create, undefined),
    line('line'),
    { key: 'heading', kind: 'heading', label: t('database.connectTo') },
    ...servers.map((kind) =>
      kind in drivers
        ? menuEntry(drivers[kind as keyof typeof drivers], { isShort: true })
        : { key: kind, label: t(`database.kind.${kind}`), disabledReason: t('database.notOffered') },
    ),
  ]);
}
