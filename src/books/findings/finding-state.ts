/** The states of a finding, as in the table case_states. */
export const STATES = ['open', 'resolved', 'accepted', 'written_off'] as const;

export type State = (typeof STATES)[number];
