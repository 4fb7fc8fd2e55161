/** The provider's progress with a potential client. */
export const CLIENT_STATUSES = ['new', 'contacted', 'converted', 'declined'] as const
export type ClientStatus = (typeof CLIENT_STATUSES)[number]

/** What a person may choose. `converted` is not chosen: it comes with company and owner, and stays. */
const NEXT_STATUSES: Readonly<Record<ClientStatus, readonly ClientStatus[]>> = {
  new: ['contacted', 'declined'],
  contacted: ['declined'],
  declined: ['contacted'],
  converted: [],
}

/** The statuses that a person may choose after this one. */
export function nextClientStatuses(status: ClientStatus): readonly ClientStatus[] {
  return NEXT_STATUSES[status]
}

/** Whether company and owner can be made of a request now; one that was declined is taken up again first. */
export function isConvertible(status: ClientStatus): boolean {
  return status === 'new' || status === 'contacted'
}
