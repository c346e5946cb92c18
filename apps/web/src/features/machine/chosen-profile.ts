import { create } from 'zustand';

interface Choice {
  owner: string;
  profileId: string;
}

/** Kept for the session (KRN-015): this page's memory, for one user in one tenant (KRN-016, KRN-017). */
const choiceStore = create<{ choice: Choice | null }>(() => ({ choice: null }));

export const ownerOf = (userId: string, tenantId: string) => `${userId} ${tenantId}`;

/** The machine type to show: the running machine's, else the one chosen in this session, else the plan's first. */
export function profileToShow(
  choice: Choice | null,
  owner: string,
  machine: { isLive: boolean; profileId: string; defaultProfileId: string },
): string {
  if (machine.isLive) return machine.profileId;
  return choice?.owner === owner ? choice.profileId : machine.defaultProfileId;
}

export function chooseProfile(owner: string, profileId: string): void {
  choiceStore.setState({ choice: { owner, profileId } });
}

export function chosenProfile(): Choice | null {
  return choiceStore.getState().choice;
}

export function useChoice(): Choice | null {
  return choiceStore((state) => state.choice);
}
