import { quoteIdentifier } from '@groma/model';
import { databaseArrow } from '@groma/protocol';
import { MapIcon, MapPlusIcon, toast } from '@groma/ui';
import type { z } from 'zod';
import { api } from '../../../platform/api.ts';
import { can, readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { findMap, makeMap } from '../maps/map-calls.ts';
import type { boxArgument, resultArgument } from '../maps/map-arguments.ts';
import { openMap, showOnMap } from '../maps/map-panels.ts';

/** Makes all that a query of an answer gives a layer of a map, or of a new one. */
export const addResult = defineCommand({
  id: 'map.add-result',
  title: 'map.addToMap',
  icon: MapPlusIcon,
  isHidden: true,
  argument: async () => (await import('../maps/map-arguments.ts')).resultArgument,
  isEnabled: () => can('update', 'map'),
  async run({ mapId, sql, title }: z.output<typeof resultArgument>) {
    const project = readProject();
    if (!project) return;
    const target = mapId === null ? await makeMap(project.id, title) : await findMap(project.id, mapId);
    if (!target) return;
    const name = `layers.${quoteIdentifier(target.name)}.${quoteIdentifier(title)}`;
    const given = sql.trim().replace(/;\s*$/, '');
    await api.open(databaseArrow.runQueryArrow, {
      params: { projectId: project.id },
      body: { database: 'This project', query: `CREATE TABLE ${name} AS SELECT * FROM (${given}\n) AS given` },
    });
    openMap(target);
    toast.success(t('map.small.added', { name: title, map: target.name }));
  },
});

/** Shows a part of a map of the workspace, open or not. */
export const openBox = defineCommand({
  id: 'map.show-box',
  title: 'map.map',
  icon: MapIcon,
  isHidden: true,
  argument: async () => (await import('../maps/map-arguments.ts')).boxArgument,
  isEnabled: () => readProject() !== null,
  async run({ mapId, bounds }: z.output<typeof boxArgument>) {
    const project = readProject();
    const map = project && (await findMap(project.id, mapId));
    if (map) showOnMap(mapId, map.name, bounds);
  },
});
