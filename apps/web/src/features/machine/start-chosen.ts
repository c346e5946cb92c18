import { isLive } from '@groma/model';
import { readProject, sessionStore } from '../../platform/session.ts';
import { chosenProfile, ownerOf, profileToShow } from './chosen-profile.ts';
import { readMachineOf, startMachine } from './machine-state.ts';

/**
 * Starts the machine of the open workspace as the drawer would, and answers when code can run (SHL-145). One that runs
 * already is left as it is; one that is starting is waited for.
 * @throws what the server says against it
 */
export async function startChosenMachine(): Promise<void> {
  const project = readProject();
  const user = sessionStore.getState().user;
  if (!project || !user) return;
  const found = await readMachineOf(project.id);
  const profile = profileToShow(chosenProfile(), ownerOf(user.id, project.tenant), {
    isLive: isLive(found.status),
    profileId: found.profileId,
    defaultProfileId: found.defaultProfileId,
  });
  await startMachine(project.id, profile);
}
