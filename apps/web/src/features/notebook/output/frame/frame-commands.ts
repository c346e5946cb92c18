import { ChartBarIcon, FileTypeCsvIcon, MapPlusIcon, TableExportIcon } from '@groma/ui';
import { can } from '../../../../platform/session.ts';
import { defineCommand } from '../../../../registry/command.ts';
import type { FramePlace } from './frame-calls.ts';

interface FrameCode extends FramePlace {
  /** The block below which the code comes. */
  blockId: string;
}

const mayRun = () => can('update', 'notebook');
const place = async () => (await import('./frame-arguments.ts')).framePlace;
const code = async () => (await import('./frame-arguments.ts')).frameCode;
const actions = () => import('./frame-actions.ts');

/** What is done with a data frame that an output shows (NBK-176). */
export const frameCommands = {
  saveCsv: defineCommand<FramePlace>({
    id: 'notebook.save-frame-csv',
    title: 'frame.saveCsv',
    icon: FileTypeCsvIcon,
    isHidden: true,
    argument: place,
    isEnabled: mayRun,
    run: async (frame) => (await actions()).saveFrame(frame, 'csv'),
  }),
  saveParquet: defineCommand<FramePlace>({
    id: 'notebook.save-frame-parquet',
    title: 'frame.saveParquet',
    icon: TableExportIcon,
    isHidden: true,
    argument: place,
    isEnabled: mayRun,
    run: async (frame) => (await actions()).saveFrame(frame, 'parquet'),
  }),
  chart: defineCommand<FrameCode>({
    id: 'notebook.chart-frame',
    title: 'frame.chart',
    icon: ChartBarIcon,
    isHidden: true,
    argument: code,
    isEnabled: mayRun,
    run: async ({ blockId, ...frame }) => (await actions()).insertChart(frame, blockId),
  }),
  toMap: defineCommand<FrameCode>({
    id: 'notebook.frame-to-map',
    title: 'frame.toMap',
    icon: MapPlusIcon,
    isHidden: true,
    argument: code,
    isEnabled: mayRun,
    run: async ({ blockId, ...frame }) => (await actions()).insertMap(frame, blockId),
  }),
};
