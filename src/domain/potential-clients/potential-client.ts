/** How far the provider has come with somebody who wants to be registered. */
export const CLIENT_STATUSES = ['new', 'contacted', 'converted', 'declined'] as const
export type ClientStatus = (typeof CLIENT_STATUSES)[number]

/** What a person may choose; `converted` comes only with the company that is made of a client, and stays. */
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

/** Whether an organization, a company and its owner may be made of a client. */
export function mayConvert(status: ClientStatus): boolean {
  return status === 'new' || status === 'contacted'
}
