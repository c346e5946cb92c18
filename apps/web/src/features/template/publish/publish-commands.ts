import { WorldUploadIcon } from '@groma/ui';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { mayPublish, publishableInFront, type Publishable } from './publishable.ts';

const openPublish = async (thing: Publishable) => (await import('./open-publish.tsx')).openPublish(thing);

const publish = defineCommand<Publishable | undefined>({
  id: 'template.publish',
  title: 'template.publishOpen',
  icon: WorldUploadIcon,
  argument: async () => (await import('./publish-argument.ts')).publishArgument,
  titleOf: (thing) => t(thing ? 'template.publish' : 'template.publishOpen'),
  isEnabled: (named) => {
    const thing = named ?? publishableInFront();
    return thing !== null && mayPublish(thing);
  },
  run: async (named) => {
    const thing = named ?? publishableInFront();
    if (thing) await openPublish(thing);
  },
});

/** The open workspace as a whole. */
function openWorkspace(): Publishable | null {
  const project = readProject();
  return project && { type: 'SOLUTION', id: project.id };
}

const publishWorkspace = defineCommand({
  id: 'template.publish-workspace',
  title: 'template.publishWorkspace',
  icon: WorldUploadIcon,
  isEnabled: () => {
    const thing = openWorkspace();
    return thing !== null && mayPublish(thing);
  },
  run: async () => {
    const thing = openWorkspace();
    if (thing) await openPublish(thing);
  },
});

/** What publishes. */
export const publishCommands = { publish, publishWorkspace };
