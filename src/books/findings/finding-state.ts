/** The states of a finding, as case_states has them. */
export const STATES = ['open', 'resolved', 'accepted', 'written_off'] as const;

export type State = (typeof STATES)[number];
