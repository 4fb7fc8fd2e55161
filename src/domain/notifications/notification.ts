import type { Instant } from '../calendar/east-africa.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type OperatorRights, seesAllSales } from '../permissions/operator-rights.ts'
import type { UserType } from '../users/user.ts'

/** The events that send a notification. */
export const NOTIFICATION_EVENTS = [
  'invoice-issued',
  'invoice-refused',
  'z-report-refused',
  'company-blocked',
  'certificate-ends',
  'work-lost',
  'phone-copied',
  'insight-severe',
] as const
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

/** One thing that happened in a company. */
export type CompanyNotification = {
  readonly event: NotificationEvent
  /** Id of the invoice, day of the Z report, id of the certificate, epoch of the phone, id of the finding, empty for the company itself. */
  readonly subject: string
  /** The name of the subject for people: the receipt number, the day, how much of whose. */
  readonly label: string
  /** The author of the invoice; `null` for events of the company. */
  readonly operatorId: string | null
  readonly at: Instant
}

/** Which notifications a person wants. */
export type NotificationChoices = Readonly<Record<NotificationEvent, boolean>>

/** The defaults: every event that this user type can act on. */
export function defaultChoices(userType: UserType): NotificationChoices {
  return {
    'invoice-issued': true,
    'invoice-refused': true,
    'z-report-refused': userType === 'company_owner',
    'company-blocked': true,
    'certificate-ends': userType === 'company_owner',
    'work-lost': true,
    'phone-copied': true,
    'insight-severe': userType === 'company_owner',
  }
}

/** The events about the figures of the whole company, which concern only people who see all its sales. */
const COMPANY_FIGURES: ReadonlySet<NotificationEvent> = new Set(['z-report-refused', 'insight-severe'])

/** Whether a person with these rights may get notifications of an event. */
export function mayBeNotified(
  event: NotificationEvent,
  rights: Pick<OperatorRights, 'seeAllSales'>,
): boolean {
  return seesAllSales(rights) || !COMPANY_FIGURES.has(event)
}

export type Recipient = {
  readonly userId: string
  readonly userType: UserType
  readonly rights: Pick<OperatorRights, 'seeAllSales'>
  /** The person's choices; a missing one has its default. */
  readonly choices: Partial<NotificationChoices>
}

/**
 * The choices of a person, the defaults filled in. An event that the rights do not cover is off, also when it was
 * chosen before the owner took the right away.
 */
export function choicesOf({ userType, rights, choices }: Omit<Recipient, 'userId'>): NotificationChoices {
  const chosen = { ...defaultChoices(userType), ...choices }
  if (!seesAllSales(rights)) for (const event of COMPANY_FIGURES) chosen[event] = false
  return chosen
}

/** Which of a company's notifications a person gets. */
export type NotificationFilter = {
  readonly events: readonly NotificationEvent[]
  /** Only those of this person's invoices and those of the company; `null` for the invoices of all. */
  readonly operatorId: string | null
}

/** The notifications a person gets. Operators get those of their own invoices, owners those of all. */
export function notificationFilter(recipient: Recipient): NotificationFilter {
  const choices = choicesOf(recipient)
  return {
    events: NOTIFICATION_EVENTS.filter((event) => choices[event]),
    operatorId: recipient.userType === 'company_owner' ? null : recipient.userId,
  }
}

function needsAttention(invoice: Invoice): boolean {
  return invoice.receipt?.delivery === 'rejected' || invoice.receipt?.delivery === 'parked'
}

/** The notification of a change of an invoice: issued, or refused by the authority (spec §4). */
export function notificationOfInvoice(
  before: Invoice,
  after: Invoice,
  at: Instant,
): CompanyNotification | undefined {
  const about = {
    subject: after.id,
    label: after.receipt?.rctvnum ?? '',
    operatorId: after.operatorId,
    at,
  }
  if (needsAttention(after) && !needsAttention(before)) return { event: 'invoice-refused', ...about }
  if (before.status === 'submitted' && after.status === 'issued') {
    return { event: 'invoice-issued', ...about }
  }
  return undefined
}
