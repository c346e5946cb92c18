import { toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import type { NamedPublishable } from './publication-calls.ts';

/** What is done to a publication and said when it is done or has failed (PUB-046). */
export type PublicationAct = 'create' | 'update' | 'delete' | 'getTemplate';

/** The toast's title names the thing; its text says what happened to it. */
const titleOf = ({ type, name }: Pick<NamedPublishable, 'type' | 'name'>) =>
  t('template.toastTitle', { type: t(`template.type.${type}`), name });

export function sayDone(act: PublicationAct, thing: NamedPublishable): void {
  toast.success(t(`template.done.${act}`), { title: titleOf(thing), id: `${act}:${thing.id}` });
}

export function sayFailed(act: PublicationAct, thing: NamedPublishable, reason: unknown): void {
  const text = typeof reason === 'string' ? reason : errorText(reason);
  toast.error(t(`template.failed.${act}`, { reason: text }), { title: titleOf(thing), id: `${act}:${thing.id}` });
}
