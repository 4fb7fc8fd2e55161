/** The provider's progress with a potential client. */
export const CLIENT_STATUSES = ['new', 'contacted', 'converted', 'declined'] as const
export type ClientStatus = (typeof CLIENT_STATUSES)[number]

/** What a person may choose. `converted`, once company and owner were created, stays. */
const NEXT_STATUSES: Readonly<Record<ClientStatus, readonly ClientStatus[]>> = {
  new: ['contacted', 'converted', 'declined'],
  contacted: ['converted', 'declined'],
  declined: ['contacted'],
  converted: [],
}

/** The statuses that a person may choose after this one. */
export function nextClientStatuses(status: ClientStatus): readonly ClientStatus[] {
  return NEXT_STATUSES[status]
}
