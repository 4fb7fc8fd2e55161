import { describe, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, InvoiceReceipt } from '#domain/invoices/invoice.ts'
import { transition } from '#domain/invoices/transition.ts'
import {
  type CompanyNotification,
  choicesOf,
  NOTIFICATION_EVENTS,
  notificationFilter,
  notificationOfInvoice,
} from '#domain/notifications/notification.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import type { UserType } from '#domain/users/user.ts'

const at = toInstant(Date.parse('2026-11-21T10:00:00.000Z'))
const listener = (userType: UserType, choices = {}) => ({
  ...{ userId: 'asha', userType, choices },
  rights: ALL_RIGHTS,
})
const news = (event: (typeof NOTIFICATION_EVENTS)[number], operatorId: string | null) => ({
  event,
  operatorId,
})

function isRecipient(
  { event, operatorId }: Pick<CompanyNotification, 'event' | 'operatorId'>,
  recipient: Parameters<typeof notificationFilter>[0],
): boolean {
  const filter = notificationFilter(recipient)
  const concerned = operatorId === null || filter.operatorId === null || filter.operatorId === operatorId
  return filter.events.includes(event) && concerned
}

describe('recipients of a notification', () => {
  test.each([
    ['operator', 'asha', true],
    ['operator', 'juma', false],
    ['company_owner', 'juma', true],
  ] as const)('of an issued invoice: %s, written by %s: %s', (userType, operatorId, recipients) => {
    expect(isRecipient(news('invoice-issued', operatorId), listener(userType))).toBe(recipients)
  })

  test('includes all users of a blocked company, and only the owner for a refused Z report (spec §4, §6)', () => {
    expect(isRecipient(news('company-blocked', null), listener('operator'))).toBe(true)
    expect(isRecipient(news('z-report-refused', null), listener('operator'))).toBe(false)
    expect(isRecipient(news('z-report-refused', null), listener('company_owner'))).toBe(true)
  })

  test('excludes events a person switched off, and includes events an operator switched on', () => {
    for (const event of NOTIFICATION_EVENTS) {
      expect(isRecipient(news(event, 'asha'), listener('company_owner', { [event]: false }))).toBe(false)
      expect(isRecipient(news(event, null), listener('operator', { [event]: true }))).toBe(true)
    }
  })

  test('excludes the figures of the company for operators who see only their own sales, also when switched on before', () => {
    const rights = { ...ALL_RIGHTS, seeAllSales: false }
    const switchedOn = Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, true]))
    const operator = { ...listener('operator', switchedOn), rights }
    const excluded = NOTIFICATION_EVENTS.filter((event) => !isRecipient(news(event, null), operator))
    expect(excluded).toEqual(['z-report-refused', 'insight-severe'])
    expect(choicesOf(operator)).toMatchObject({ 'insight-severe': false, 'company-blocked': true })
  })

  test('choices name every event', () => {
    expect(Object.keys(choicesOf(listener('operator'))).sort()).toEqual([...NOTIFICATION_EVENTS].sort())
  })
})

describe('notifications about a changed invoice (spec §4)', () => {
  const receipt = { rctvnum: '8B23A1', delivery: 'numbered', acknowledgedAt: null } as InvoiceReceipt
  const submitted = { id: 'one', status: 'submitted', operatorId: 'asha', receipt } as Invoice

  function moved(before: Invoice, event: Parameters<typeof transition>[1]): Invoice {
    const next = transition(before, event)
    if (next.kind === 'refused') throw new Error(next.code)
    return next.invoice
  }
  const recipients = (before: Invoice, event: Parameters<typeof transition>[1]) =>
    notificationOfInvoice(before, moved(before, event), at)

  test('acknowledged is issued, once: a later look-up on the portal is not notified', () => {
    expect(recipients(submitted, { kind: 'acknowledged', at })).toEqual({
      event: 'invoice-issued',
      subject: 'one',
      label: '8B23A1',
      operatorId: 'asha',
      at,
    })
    const issued = moved(submitted, { kind: 'acknowledged', at })
    expect(recipients(issued, { kind: 'verified', at })).toBeUndefined()
  })

  test('a refusal is notified once until it is repaired', () => {
    const refused = { kind: 'delivery-changed', delivery: 'rejected' } as const
    expect(recipients(submitted, refused)).toMatchObject({ event: 'invoice-refused' })
    expect(recipients(moved(submitted, refused), { ...refused, delivery: 'parked' })).toBeUndefined()
    expect(recipients(submitted, { kind: 'delivery-changed', delivery: 'unknown' })).toBeUndefined()
  })

  test('canceling is not notified: the person did it', () => {
    expect(recipients(submitted, { kind: 'canceled', at, by: 'asha', reason: 'Imekosewa' })).toBeUndefined()
  })
})
