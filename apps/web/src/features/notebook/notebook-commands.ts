import type { AnyCommand } from '../../registry/command.ts';
import { commentCommands } from './comment/comment-commands.ts';
import { drawerCommands } from './drawer/drawer-commands.ts';
import { listCommands } from './notebooks/list-commands.ts';
import { findCommands } from './find/find-commands.ts';
import { frameCommands } from './output/frame/frame-commands.ts';
import { toggleOutline } from './outline/outline-command.ts';
import { share } from './panel/share-command.ts';
import { runCommands } from './run/run-commands.ts';
import { suggestCommands } from './suggest/suggest-commands.ts';

/** What is done to notebooks. */
export const notebookCommands: readonly AnyCommand[] = [
  ...Object.values(drawerCommands),
  ...Object.values(listCommands),
  ...Object.values(runCommands),
  ...Object.values(commentCommands),
  ...Object.values(suggestCommands),
  share,
  ...Object.values(findCommands),
  toggleOutline,
  ...Object.values(frameCommands),
];
