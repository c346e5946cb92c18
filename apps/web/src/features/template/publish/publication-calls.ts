import type { TemplateType } from '@groma/model';
import { map, notebook, operation, template, workflow } from '@groma/protocol';
import type { OperationReply, OwnTemplateReply, TemplateExposure, TemplatePayload } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { projectOf, type Publishable } from './publishable.ts';

/** Something publishable with the workspace it is in and its name. */
export interface NamedPublishable extends Publishable {
  projectId: string;
  name: string;
}

const calls = {
  MAP: template.mapTemplates,
  NOTEBOOK: template.notebookTemplates,
  WORKFLOW: template.workflowTemplates,
};

const ofThing = ({ id, projectId }: NamedPublishable) => ({ baseId: id, projectId });

/** What is to be published with its name; null where it is not there. */
export async function nameOf(thing: Publishable): Promise<NamedPublishable | null> {
  const project = projectOf(thing);
  if (!project) return null;
  const name = await readName(thing, project.id, project.name);
  return name === undefined ? null : { ...thing, projectId: project.id, name };
}

async function readName({ type, id }: Publishable, projectId: string, ofProject: string): Promise<string | undefined> {
  const lists: Record<TemplateType, () => Promise<{ data: readonly { id: string; name: string }[] }>> = {
    MAP: () => api.call(map.listMaps, { params: { projectId } }),
    NOTEBOOK: () => api.call(notebook.listNotebooks, { params: { projectId } }),
    WORKFLOW: () => api.call(workflow.listWorkflows, { params: { projectId } }),
    SOLUTION: () => Promise.resolve({ data: [{ id, name: ofProject }] }),
  };
  return (await lists[type]()).data.find((each) => each.id === id)?.name;
}

/** The publication there is; null where there is none. */
export async function loadPublication(thing: NamedPublishable): Promise<OwnTemplateReply | null> {
  const { projectId } = thing;
  if (thing.type === 'SOLUTION')
    return (await api.call(template.workspaceTemplates.load, { params: { projectId } })).data;
  return (await api.call(calls[thing.type].load, { params: ofThing(thing) })).data;
}

/** What publishing it would show, and what keeps it from being published. */
export async function readExposure(thing: NamedPublishable): Promise<TemplateExposure> {
  const { projectId } = thing;
  if (thing.type === 'SOLUTION')
    return (await api.call(template.workspaceTemplates.expose, { params: { projectId } })).data;
  return (await api.call(calls[thing.type].expose, { params: ofThing(thing) })).data;
}

/** Creates the publication, or updates the one with an id (PUB-015); the operation is null where nothing is frozen. */
export async function sendPublication(
  thing: NamedPublishable,
  body: TemplatePayload,
  templateId: string | null,
): Promise<string | null> {
  const { projectId } = thing;
  if (thing.type === 'SOLUTION') {
    const { create, update } = template.workspaceTemplates;
    const sent =
      templateId === null
        ? api.call(create, { params: { projectId }, body })
        : api.call(update, { params: { projectId, templateId }, body });
    return (await sent).operation_id;
  }
  const { create, update } = calls[thing.type];
  const sent =
    templateId === null
      ? api.call(create, { params: ofThing(thing), body })
      : api.call(update, { params: { ...ofThing(thing), templateId }, body });
  return (await sent).operation_id;
}

/** Unpublishes it with all its versions. */
export async function removePublication(thing: NamedPublishable, templateId: string): Promise<void> {
  const { projectId } = thing;
  if (thing.type === 'SOLUTION')
    await api.call(template.workspaceTemplates.remove, { params: { projectId, templateId } });
  else await api.call(calls[thing.type].remove, { params: { ...ofThing(thing), templateId } });
}

/** Keeps a picture for the publication and answers its address. */
export async function uploadThumbnail({ type, id }: Publishable, picture: Blob): Promise<string> {
  const form = new FormData();
  form.append('templateType', type);
  form.append('thumbnailFile', picture, picture instanceof File ? picture.name : `thumbnail.${endingOf(picture.type)}`);
  return (await api.call(template.uploadThumbnail, { params: { baseId: id }, form })).data.thumbnail_url;
}

const endingOf = (mediaType: string) => (mediaType === 'image/svg+xml' ? 'svg' : mediaType.replace(/^image\//, ''));

export async function readPublishing(operationId: string): Promise<OperationReply> {
  return (await api.call(operation.readOperation, { params: { operationId } })).data;
}

export async function stopPublishing(operationId: string): Promise<void> {
  await api.call(operation.cancelOperation, { params: { operationId } });
}
