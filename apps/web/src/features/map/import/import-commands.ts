import { RefreshIcon, XIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { chooseFiles } from '../../../platform/dropped-files.ts';
import { defineCommand } from '../../../registry/command.ts';
import { importItems } from '../maps/import-items.ts';
import type { ImportTarget } from '../maps/map-imports.ts';
import { defineMapCommand } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';

const mapArgument = async () => (await import('../maps/map-arguments.ts')).mapArgument;
const importArgument = async () => (await import('../maps/map-arguments.ts')).importArgument;
const imports = () => import('./import-files.ts');

const hasFailed = (importId: string): boolean =>
  importItems.getState().items.find(({ id }) => id === importId)?.failure != null;
const targetOf = ({ mapId, projectId }: MapSession): ImportTarget => ({ mapId, projectId });
const mayUpload = () => can('upload', 'file') || t('map.mayNotUpload');
const mayUpdate = () => can('update', 'map');

export const retryImport = defineCommand({
  id: 'map.retry-import',
  title: 'map.retry',
  icon: RefreshIcon,
  isHidden: true,
  argument: importArgument,
  isEnabled: ({ importId }) => hasFailed(importId),
  run: async ({ importId }) => (await imports()).retryImport(importId),
});

export const stopImport = defineCommand({
  id: 'map.stop-import',
  title: 'map.cancelImport',
  icon: XIcon,
  isHidden: true,
  argument: importArgument,
  titleOf: ({ importId }) => t(hasFailed(importId) ? 'map.dismiss' : 'map.cancelImport'),
  run: async ({ importId }) => (await imports()).stopImport(importId),
});

export const importFromDesktop = defineMapCommand({
  id: 'map.import-from-desktop',
  title: 'map.fromDesktop',
  argument: mapArgument,
  isEnabled: () => mayUpdate() && mayUpload(),
  run: async (session) => {
    const { files } = await chooseFiles();
    await (await imports()).importDesktopFiles(targetOf(session), files);
  },
});

export const addRasterOfUrl = defineMapCommand({
  id: 'map.add-raster-of-url',
  title: 'map.fromCogUrl',
  argument: mapArgument,
  isEnabled: mayUpdate,
  run: async (session) => (await import('./raster-url-dialog.tsx')).askRasterUrl(targetOf(session)),
});

export const addRasterOfMap = defineMapCommand({
  id: 'map.add-raster-of-map',
  title: 'raster.source.menu',
  argument: mapArgument,
  isEnabled: mayUpdate,
  run: async (session) => (await import('./raster-source-dialog.tsx')).askRasterSource(targetOf(session)),
});

export const addSolid = defineMapCommand({
  id: 'map.add-solid',
  title: 'solid.add',
  argument: mapArgument,
  isEnabled: mayUpdate,
  run: async (session) => (await import('./solid-dialog.tsx')).askSolid(targetOf(session)),
});

/** The ways of files into maps that people begin and end. */
export const importCommands = [retryImport, stopImport, importFromDesktop, addRasterOfUrl, addRasterOfMap, addSolid];
